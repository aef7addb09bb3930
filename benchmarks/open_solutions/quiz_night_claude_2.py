class QuizNight:
    def __init__(self, teams: list[str], values: list[int]):
        self.teams = teams
        self.values = values
        self.round = 0
        self.order = []
        self.jokers = {}
        self.questions = []
        self.scores = dict.fromkeys(teams, 0)

    def _unsettled(self, order, verdicts):
        return "right" not in verdicts and len(verdicts) < len(order)

    def _is_open(self):
        return bool(self.questions) and self._unsettled(*self.questions[-1][1:])

    def _asked(self):
        """How many questions have been asked in the present round."""
        return sum(1 for question in self.questions if question[0] == self.round)

    def tally(self) -> dict[str, int]:
        scores = dict.fromkeys(self.teams, 0)
        for number, order, verdicts in self.questions:
            value = self.values[number - 1]
            for index, (team, verdict) in enumerate(zip(order, verdicts)):
                change = 0
                if verdict == "right":
                    change = (value + 1) // 2 if index else value
                elif verdict == "wrong" and index:
                    change = -(value // 2)
                if self.jokers.get(team) == number:
                    change *= 2
                scores[team] = max(0, scores[team] + change)
                if verdict == "right":
                    break
        return scores

    def start_round(self) -> list[str]:
        if self._is_open():
            raise ValueError("question open")
        if self.round and self._asked() < len(self.teams):
            raise ValueError("round runs")
        if self.round >= len(self.values):
            raise ValueError("show is over")
        first = min(range(len(self.teams)), key=lambda index: self.scores[self.teams[index]])
        self.order = list(self.teams[first:]) + list(self.teams[:first])
        self.round += 1
        return self.order

    def play_joker(self, team: str) -> int:
        if team not in self.scores:
            raise KeyError(team)
        if not self.round:
            raise ValueError("no round")
        if self._asked():
            raise ValueError("too late")
        if team in self.jokers:
            raise ValueError("used")
        own = self.scores[team]
        if all(score < own for other, score in self.scores.items() if other != team):
            raise ValueError("leads")
        self.jokers[team] = self.round
        return sum(1 for score in self.scores.values() if score > own)

    def ask(self) -> str:
        if self._is_open():
            raise ValueError("question open")
        asked = self._asked()
        if not self.round or asked >= len(self.teams):
            raise ValueError("round is over")
        order = self.order[asked:] + self.order[:asked]
        self.questions.append((self.round, order, []))
        return order[0]

    def answer(self, verdict: str) -> tuple[str, int]:
        if not self._is_open():
            raise ValueError("no question")
        if verdict not in ("right", "wrong", "pass"):
            raise ValueError("bad verdict")
        _, order, verdicts = self.questions[-1]
        team = order[len(verdicts)]
        verdicts.append(verdict)
        before = self.scores[team]
        self.scores = self.tally()
        return team, self.scores[team] - before

    def correct(self, number: int, team: str, verdict: str) -> dict[str, int]:
        if not 1 <= number <= len(self.questions):
            raise ValueError("no question")
        _, order, verdicts = self.questions[number - 1]
        if team not in order[: len(verdicts)]:
            raise ValueError("no answer")
        if verdict not in ("right", "wrong", "pass"):
            raise ValueError("bad verdict")
        index = order.index(team)
        changed = verdicts[:index] + [verdict] + verdicts[index + 1:]
        if number < len(self.questions) and self._unsettled(order, changed):
            raise ValueError("later open")
        verdicts[index] = verdict
        before = self.scores
        self.scores = self.tally()
        return {
            other: score - before[other] for other, score in self.scores.items() if score != before[other]
        }

    def standing(self) -> list[tuple[int, str, int]]:
        rows = sorted(((team, self.scores[team]) for team in self.teams), key=lambda row: -row[1])
        return [
            (1 + sum(1 for other in self.scores.values() if other > score), team, score) for team, score in rows
        ]

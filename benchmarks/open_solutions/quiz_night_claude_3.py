VERDICTS = ("right", "wrong", "pass")


class QuizNight:
    def __init__(self, teams: list[str], values: list[int]):
        self.teams = teams
        self.values = values
        self.round = 0
        self.order = []
        self.jokers = {}
        self.questions = []
        self.scores = dict.fromkeys(teams, 0)

    @staticmethod
    def _unanswered(question):
        _, order, verdicts = question
        return "right" not in verdicts and len(verdicts) < len(order)

    def _is_open(self):
        return bool(self.questions) and self._unanswered(self.questions[-1])

    def _asked(self):
        return sum(1 for question in self.questions if question[0] == self.round)

    def tally(self) -> dict[str, int]:
        scores = dict.fromkeys(self.teams, 0)
        for number, order, verdicts in self.questions:
            value = self.values[number - 1]
            for place, (team, verdict) in enumerate(zip(order, verdicts)):
                change = 0
                if place == 0:
                    if verdict == "right":
                        change = value
                elif verdict == "right":
                    change = (value + 1) // 2
                elif verdict == "wrong":
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
        if self.round > 0 and self._asked() < len(self.teams):
            raise ValueError("round runs")
        if self.round >= len(self.values):
            raise ValueError("show is over")
        self.round += 1
        first = min(range(len(self.teams)), key=lambda place: (self.scores[self.teams[place]], place))
        self.order = self.teams[first:] + self.teams[:first]
        return list(self.order)

    def play_joker(self, team: str) -> int:
        if team not in self.scores:
            raise KeyError(team)
        if self.round == 0:
            raise ValueError("no round")
        if self._asked() > 0:
            raise ValueError("too late")
        if team in self.jokers:
            raise ValueError("used")
        score = self.scores[team]
        if all(score > self.scores[other] for other in self.teams if other != team):
            raise ValueError("leads")
        self.jokers[team] = self.round
        return sum(1 for other in self.teams if self.scores[other] > score)

    def ask(self) -> str:
        if self._is_open():
            raise ValueError("question open")
        asked = self._asked()
        if self.round == 0 or asked >= len(self.teams):
            raise ValueError("round is over")
        if asked == 0:
            order = list(self.order)
        else:
            before = self.questions[-1][1]
            order = before[1:] + before[:1]
        self.questions.append((self.round, order, []))
        return order[0]

    def answer(self, verdict: str) -> tuple[str, int]:
        if not self._is_open():
            raise ValueError("no question")
        if verdict not in VERDICTS:
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
        round_number, order, verdicts = self.questions[number - 1]
        if team not in order[: len(verdicts)]:
            raise ValueError("no answer")
        if verdict not in VERDICTS:
            raise ValueError("bad verdict")
        place = order.index(team)
        changed = list(verdicts)
        changed[place] = verdict
        if number < len(self.questions) and self._unanswered((round_number, order, changed)):
            raise ValueError("later open")
        verdicts[place] = verdict
        before = self.scores
        self.scores = self.tally()
        return {
            name: self.scores[name] - before[name] for name in self.teams if self.scores[name] != before[name]
        }

    def standing(self) -> list[tuple[int, str, int]]:
        result = []
        for team in sorted(self.teams, key=lambda name: -self.scores[name]):
            score = self.scores[team]
            rank = 1 + sum(1 for other in self.teams if self.scores[other] > score)
            result.append((rank, team, score))
        return result

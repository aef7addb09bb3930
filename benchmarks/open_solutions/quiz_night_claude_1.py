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
        """Whether a question would be open if it were the last one."""
        _, order, verdicts = question
        return "right" not in verdicts and len(verdicts) < len(order)

    def _is_open(self):
        return bool(self.questions) and self._unanswered(self.questions[-1])

    def _asked(self):
        """How many questions have been asked in the present round."""
        return sum(question[0] == self.round for question in self.questions)

    def tally(self) -> dict[str, int]:
        scores = dict.fromkeys(self.teams, 0)
        for number, order, verdicts in self.questions:
            value = self.values[number - 1]
            for i, verdict in enumerate(verdicts):
                team = order[i]
                change = 0
                if verdict == "right":
                    change = value if i == 0 else (value + 1) // 2
                elif verdict == "wrong" and i > 0:
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
        first = min(range(len(self.teams)), key=lambda i: self.scores[self.teams[i]])
        self.order = list(self.teams[first:]) + list(self.teams[:first])
        self.round += 1
        return list(self.order)

    def play_joker(self, team: str) -> int:
        if team not in self.teams:
            raise KeyError(team)
        if not self.round:
            raise ValueError("no round")
        if self._asked():
            raise ValueError("too late")
        if team in self.jokers:
            raise ValueError("used")
        score = self.scores[team]
        if all(self.scores[other] < score for other in self.teams if other != team):
            raise ValueError("leads")
        self.jokers[team] = self.round
        return sum(self.scores[other] > score for other in self.teams)

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
        of_round, order, verdicts = self.questions[number - 1]
        if team not in order[:len(verdicts)]:
            raise ValueError("no answer")
        if verdict not in ("right", "wrong", "pass"):
            raise ValueError("bad verdict")
        changed = list(verdicts)
        changed[order.index(team)] = verdict
        question = (of_round, order, changed)
        if number < len(self.questions) and self._unanswered(question):
            raise ValueError("later open")
        self.questions[number - 1] = question
        before = self.scores
        self.scores = self.tally()
        return {
            name: self.scores[name] - before[name]
            for name in self.teams
            if self.scores[name] != before[name]
        }

    def standing(self) -> list[tuple[int, str, int]]:
        ordered = sorted(self.teams, key=lambda team: -self.scores[team])
        return [
            (1 + sum(score > self.scores[team] for score in self.scores.values()), team, self.scores[team])
            for team in ordered
        ]

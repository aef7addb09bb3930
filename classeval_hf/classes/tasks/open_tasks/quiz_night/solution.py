# canary: classeval-hf open quiz_night a5ebebe9-800e-4bf9-aca1-948b9d3fdd0c


class QuizNight:
    def __init__(self, teams: list[str], values: list[int]):
        self.teams = teams
        self.values = values
        self.round = 0
        self.order = []
        self.jokers = {}
        self.questions = []
        self.scores = dict.fromkeys(teams, 0)

    def tally(self) -> dict[str, int]:
        scores = dict.fromkeys(self.teams, 0)
        for number, order, verdicts in self.questions:
            value = self.values[number - 1]
            for place, (team, verdict) in enumerate(zip(order, verdicts)):
                points = 0
                if verdict == "right":
                    points = (value + 1) // 2 if place else value
                elif verdict == "wrong" and place:
                    points = -(value // 2)
                if self.jokers.get(team) == number:
                    points *= 2
                scores[team] = max(0, scores[team] + points)
                if verdict == "right":
                    break
        return scores

    def start_round(self) -> list[str]:
        if self.questions:
            _, order, verdicts = self.questions[-1]
            if "right" not in verdicts and len(verdicts) < len(order):
                raise ValueError("question open")
        if self.round and sum(question[0] == self.round for question in self.questions) < len(self.teams):
            raise ValueError("round runs")
        if self.round == len(self.values):
            raise ValueError("show is over")
        self.round += 1
        lowest = min(self.scores[team] for team in self.teams)
        first = next(place for place, team in enumerate(self.teams) if self.scores[team] == lowest)
        self.order = self.teams[first:] + self.teams[:first]
        return self.order

    def play_joker(self, team: str) -> int:
        score = self.scores[team]
        if not self.round:
            raise ValueError("no round")
        if self.questions and self.questions[-1][0] == self.round:
            raise ValueError("too late")
        if team in self.jokers:
            raise ValueError("used")
        if all(other == team or self.scores[other] < score for other in self.teams):
            raise ValueError("leads")
        self.jokers[team] = self.round
        return sum(other > score for other in self.scores.values())

    def ask(self) -> str:
        if self.questions:
            _, order, verdicts = self.questions[-1]
            if "right" not in verdicts and len(verdicts) < len(order):
                raise ValueError("question open")
        asked = sum(question[0] == self.round for question in self.questions)
        if asked == len(self.order):
            raise ValueError("round is over")
        self.questions.append((self.round, self.order[asked:] + self.order[:asked], []))
        return self.order[asked]

    def answer(self, verdict: str) -> tuple[str, int]:
        _, order, verdicts = self.questions[-1] if self.questions else (0, [], [])
        if "right" in verdicts or len(verdicts) == len(order):
            raise ValueError("no question")
        if verdict not in ("right", "wrong", "pass"):
            raise ValueError("bad verdict")
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
        changed = [verdict if other == team else old for other, old in zip(order, verdicts)]
        if number < len(self.questions) and "right" not in changed and len(changed) < len(order):
            raise ValueError("later open")
        verdicts[:] = changed
        before = self.scores
        self.scores = self.tally()
        return {team: score - before[team] for team, score in self.scores.items() if score != before[team]}

    def standing(self) -> list[tuple[int, str, int]]:
        scores = [self.scores[team] for team in self.teams]
        ranked = [(1 + sum(other > self.scores[team] for other in scores), team) for team in self.teams]
        return [(rank, team, self.scores[team]) for rank, team in sorted(ranked, key=lambda item: item[0])]

class ClubPoll:
    def __init__(self, options: list[str], limit: int):
        self.options = list(options)
        self.limit = limit
        self.ballots = {}
        self.corrections = {}

    def _check_ranking(self, ranking):
        if not ranking:
            raise ValueError("empty ballot")
        for i, option in enumerate(ranking):
            if option not in self.options:
                raise ValueError("unknown option: " + option)
            if option in ranking[:i]:
                raise ValueError("option twice: " + option)

    def cast(self, voter: str, ranking: list[str]) -> int:
        if voter in self.ballots:
            raise ValueError("has voted")
        self._check_ranking(ranking)
        self.ballots[voter] = list(ranking)
        return len(self.ballots)

    def correct(self, voter: str, ranking: list[str]) -> int:
        if voter not in self.ballots:
            raise KeyError(voter)
        self._check_ranking(ranking)
        made = self.corrections.get(voter, 0)
        if list(ranking) != self.ballots[voter]:
            if made >= self.limit:
                raise ValueError("no more corrections")
            made += 1
            self.ballots[voter] = list(ranking)
            self.corrections[voter] = made
        return self.limit - made

    def exchange(self, voter: str, one: str, other: str) -> list[str]:
        if voter not in self.ballots:
            raise KeyError(voter)
        for option in (one, other):
            if option not in self.options:
                raise ValueError("unknown option: " + option)
        places = {one: other, other: one}
        ranking = [places.get(option, option) for option in self.ballots[voter]]
        self.correct(voter, ranking)
        return ranking

    def withdraw(self, option: str) -> list[str]:
        if option not in self.options:
            raise ValueError("unknown option: " + option)
        if len(self.options) == 1:
            raise ValueError("last option")
        self.options.remove(option)
        dropped = []
        for voter, ranking in list(self.ballots.items()):
            if option in ranking:
                ranking.remove(option)
                if not ranking:
                    del self.ballots[voter]
                    self.corrections.pop(voter, None)
                    dropped.append(voter)
        return sorted(dropped)

    def tally(self, among: list[str], place: int) -> dict[str, int]:
        counts = dict.fromkeys(among, 0)
        for ranking in self.ballots.values():
            kept = [option for option in ranking if option in counts]
            if 1 <= place <= len(kept):
                counts[kept[place - 1]] += 1
        return counts

    def count(self) -> list[tuple[dict[str, int], list[str]]]:
        rounds = []
        left = list(self.options)
        while True:
            votes = self.tally(left, 1)
            total = sum(votes.values())
            if not total or 2 * max(votes.values()) > total:
                rounds.append((votes, []))
                return rounds
            out = [option for option in left if not votes[option]]
            if not out:
                seconds = self.tally(left, 2)
                out = [min(reversed(left), key=lambda option: (votes[option], seconds[option]))]
            rounds.append((votes, out))
            left = [option for option in left if option not in out]

    def winner(self) -> tuple[str, int, int]:
        if not self.ballots:
            return "", 0, 0
        votes = self.count()[-1][0]
        best = max(votes, key=votes.__getitem__)
        return best, votes[best], len(self.ballots) - sum(votes.values())

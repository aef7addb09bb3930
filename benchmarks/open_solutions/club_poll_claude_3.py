# canary: classeval-hf open club_poll 24724bf3-bf48-4686-8b01-cc1518ec03cc


class ClubPoll:
    def __init__(self, options: list[str], limit: int):
        self.options = list(options)
        self.limit = limit
        self.ballots = {}
        self.corrections = {}

    def _check(self, ranking):
        if not ranking:
            raise ValueError("empty ballot")
        seen = set()
        for item in ranking:
            if item not in self.options:
                raise ValueError("unknown option: " + item)
            if item in seen:
                raise ValueError("option twice: " + item)
            seen.add(item)

    def cast(self, voter: str, ranking: list[str]) -> int:
        if voter in self.ballots:
            raise ValueError("has voted")
        self._check(ranking)
        self.ballots[voter] = list(ranking)
        return len(self.ballots)

    def correct(self, voter: str, ranking: list[str]) -> int:
        if voter not in self.ballots:
            raise KeyError(voter)
        self._check(ranking)
        made = self.corrections.get(voter, 0)
        if list(ranking) == self.ballots[voter]:
            return self.limit - made
        if made >= self.limit:
            raise ValueError("no more corrections")
        self.ballots[voter] = list(ranking)
        self.corrections[voter] = made + 1
        return self.limit - made - 1

    def exchange(self, voter: str, one: str, other: str) -> list[str]:
        if voter not in self.ballots:
            raise KeyError(voter)
        for option in (one, other):
            if option not in self.options:
                raise ValueError("unknown option: " + option)
        swapped = {one: other, other: one}
        self.correct(voter, [swapped.get(option, option) for option in self.ballots[voter]])
        return list(self.ballots[voter])

    def withdraw(self, option: str) -> list[str]:
        if option not in self.options:
            raise ValueError("unknown option: " + option)
        if len(self.options) == 1:
            raise ValueError("last option")
        self.options.remove(option)
        dropped = []
        for voter, ballot in list(self.ballots.items()):
            if option in ballot:
                ballot.remove(option)
                if not ballot:
                    dropped.append(voter)
                    del self.ballots[voter]
                    self.corrections.pop(voter, None)
        return sorted(dropped)

    def tally(self, among: list[str], place: int) -> dict[str, int]:
        result = {option: 0 for option in among}
        for ballot in self.ballots.values():
            kept = [option for option in ballot if option in result]
            if 1 <= place <= len(kept):
                result[kept[place - 1]] += 1
        return result

    def count(self) -> list[tuple[dict[str, int], list[str]]]:
        options = list(self.options)
        rounds = []
        while True:
            votes = self.tally(options, 1)
            total = sum(votes.values())
            if not total or max(votes.values()) * 2 > total:
                rounds.append((votes, []))
                return rounds
            out = [option for option in options if not votes[option]]
            if not out:
                fewest = min(votes.values())
                seconds = self.tally(options, 2)
                last = [option for option in options if votes[option] == fewest]
                least = min(seconds[option] for option in last)
                out = [[option for option in last if seconds[option] == least][-1]]
            rounds.append((votes, out))
            options = [option for option in options if option not in out]

    def winner(self) -> tuple[str, int, int]:
        votes = self.count()[-1][0]
        total = sum(votes.values())
        rest = len(self.ballots) - total
        if not total:
            return ("", 0, rest)
        best = max(votes, key=votes.get)
        return (best, votes[best], rest)

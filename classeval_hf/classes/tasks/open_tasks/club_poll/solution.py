# canary: classeval-hf open club_poll 24724bf3-bf48-4686-8b01-cc1518ec03cc


class ClubPoll:
    def __init__(self, options: list[str], limit: int):
        self.options = list(options)
        self.limit = limit
        self.ballots = {}
        self.corrections = {}

    def cast(self, voter: str, ranking: list[str]) -> int:
        if voter in self.ballots:
            raise ValueError("has voted")
        if not ranking:
            raise ValueError("empty ballot")
        for index, option in enumerate(ranking):
            if option not in self.options:
                raise ValueError(f"unknown option: {option}")
            if option in ranking[:index]:
                raise ValueError(f"option twice: {option}")
        self.ballots[voter] = list(ranking)
        return len(self.ballots)

    def correct(self, voter: str, ranking: list[str]) -> int:
        old = self.ballots.pop(voter)
        try:
            made = self.corrections.get(voter, 0) + (list(ranking) != old)
            self.cast(voter, ranking)
            if made > self.limit:
                raise ValueError("no more corrections")
        except ValueError:
            self.ballots[voter] = old
            raise
        if made:
            self.corrections[voter] = made
        return self.limit - made

    def exchange(self, voter: str, one: str, other: str) -> list[str]:
        places = {one: other, other: one}
        ranking = [places.get(option, option) for option in self.ballots[voter]]
        for option in (one, other):
            if option not in self.options:
                raise ValueError(f"unknown option: {option}")
        self.correct(voter, ranking)
        return ranking

    def withdraw(self, option: str) -> list[str]:
        if option not in self.options:
            raise ValueError(f"unknown option: {option}")
        if len(self.options) == 1:
            raise ValueError("last option")
        self.options.remove(option)
        dropped = []
        for voter, ballot in self.ballots.items():
            if option in ballot:
                ballot.remove(option)
            if not ballot:
                dropped.append(voter)
        for voter in dropped:
            del self.ballots[voter]
            self.corrections.pop(voter, None)
        return sorted(dropped)

    def tally(self, among: list[str], place: int) -> dict[str, int]:
        result = dict.fromkeys(among, 0)
        for ballot in self.ballots.values():
            left = [option for option in ballot if option in result]
            if len(left) >= place:
                result[left[place - 1]] += 1
        return result

    def count(self) -> list[tuple[dict[str, int], list[str]]]:
        rounds = []
        remaining = list(self.options)
        while True:
            votes = self.tally(remaining, 1)
            if 2 * max(votes.values()) > sum(votes.values()) or not any(votes.values()):
                rounds.append((votes, []))
                return rounds
            out = [option for option in remaining if not votes[option]]
            if not out:
                second = self.tally(remaining, 2)
                out = [min(reversed(remaining), key=lambda option: (votes[option], second[option]))]
            rounds.append((votes, out))
            remaining = [option for option in remaining if option not in out]

    def winner(self) -> tuple[str, int, int]:
        votes, _ = self.count()[-1]
        best = max(votes, key=votes.get)
        return best if votes[best] else "", votes[best], len(self.ballots) - sum(votes.values())

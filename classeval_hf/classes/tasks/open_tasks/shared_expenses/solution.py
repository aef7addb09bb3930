# canary: classeval-hf open shared_expenses fa4b4d76-8597-4cc3-843c-efb9477f8fbe


class SharedExpenses:
    def __init__(self, members: list[str]):
        self.members = list(members)
        self.entries = []

    def in_effect(self, number: int) -> bool:
        if not 1 <= number <= len(self.entries):
            raise ValueError(f"no entry: {number}")
        later = range(number + 1, len(self.entries) + 1)
        return not any(self.entries[item - 1] == ("reversal", number) and self.in_effect(item) for item in later)

    def amount(self, number: int) -> int:
        effective = self.in_effect(number)
        expense = self.entries[number - 1]
        if expense[0] != "expense":
            raise ValueError(f"no expense: {number}")
        if not effective:
            return 0
        cents = expense[2]
        for later, entry in enumerate(self.entries, start=1):
            if entry[:2] == ("correction", number) and self.in_effect(later):
                cents = entry[2]
        return cents

    def spend(self, payer: str, cents: int, participants: list[str]) -> int:
        if payer not in self.members:
            raise ValueError(f"unknown member: {payer}")
        if not participants:
            raise ValueError("no participants")
        for name in participants:
            if name not in self.members:
                raise ValueError(f"unknown member: {name}")
        if cents < 1:
            raise ValueError(f"bad amount: {cents}")
        self.entries.append(("expense", payer, cents, list(participants)))
        return len(self.entries)

    def correct(self, number: int, cents: int) -> int:
        self.amount(number)
        if not self.in_effect(number):
            raise ValueError(f"not in effect: {number}")
        if cents < 0:
            raise ValueError(f"bad amount: {cents}")
        self.entries.append(("correction", number, cents))
        return len(self.entries)

    def reverse(self, number: int) -> int:
        if not self.in_effect(number):
            raise ValueError(f"not in effect: {number}")
        self.entries.append(("reversal", number))
        return len(self.entries)

    def history(self, number: int) -> list[int]:
        if not 1 <= number <= len(self.entries):
            raise ValueError(f"no entry: {number}")
        found = [number]
        for later, entry in enumerate(self.entries, start=1):
            if entry[1] in found:
                found.append(later)
        return found

    def shares(self, number: int) -> dict[str, int]:
        cents = self.amount(number)
        _, payer, _, participants = self.entries[number - 1]
        part, left = divmod(cents, len(participants))
        result = {name: part * participants.count(name) for name in self.members if name in participants}
        after = self.members.index(payer) + 1
        turns = [name for name in self.members[after:] + self.members[:after] if name in result]
        for turn in range(left):
            result[turns[turn % len(turns)]] += 1
        return result

    def balances(self) -> dict[str, int]:
        result = dict.fromkeys(self.members, 0)
        for number, entry in enumerate(self.entries, start=1):
            if entry[0] == "expense":
                result[entry[1]] += self.amount(number)
                for name, cents in self.shares(number).items():
                    result[name] -= cents
        return result

    def settle(self) -> list[tuple[str, str, int]]:
        balances = self.balances()
        payments = []
        while any(balances.values()):
            debtor = min(balances, key=balances.__getitem__)
            creditor = max(balances, key=balances.__getitem__)
            cents = min(-balances[debtor], balances[creditor])
            balances[debtor] += cents
            balances[creditor] -= cents
            payments.append((debtor, creditor, cents))
        return payments

class SharedExpenses:
    def __init__(self, members: list[str]):
        self.members = list(members)
        self.entries = []

    def _effects(self):
        effects = [True] * (len(self.entries) + 1)
        for number in range(len(self.entries), 0, -1):
            entry = self.entries[number - 1]
            if effects[number] and entry[0] == "reversal":
                effects[entry[1]] = False
        return effects

    def _entry(self, number):
        if not 1 <= number <= len(self.entries):
            raise ValueError(f"no entry: {number}")
        return self.entries[number - 1]

    def _expense(self, number):
        entry = self._entry(number)
        if entry[0] != "expense":
            raise ValueError(f"no expense: {number}")
        return entry

    def in_effect(self, number: int) -> bool:
        self._entry(number)
        return self._effects()[number]

    def amount(self, number: int) -> int:
        cents = self._expense(number)[2]
        effects = self._effects()
        if not effects[number]:
            return 0
        for place in range(len(self.entries), number, -1):
            entry = self.entries[place - 1]
            if entry[0] == "correction" and entry[1] == number and effects[place]:
                return entry[2]
        return cents

    def spend(self, payer: str, cents: int, participants: list[str]) -> int:
        if payer not in self.members:
            raise ValueError("unknown member: " + payer)
        if not participants:
            raise ValueError("no participants")
        for name in participants:
            if name not in self.members:
                raise ValueError("unknown member: " + name)
        if cents < 1:
            raise ValueError(f"bad amount: {cents}")
        self.entries.append(("expense", payer, cents, list(participants)))
        return len(self.entries)

    def correct(self, number: int, cents: int) -> int:
        self._expense(number)
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
        self._entry(number)
        found = [number]
        known = {number}
        for place in range(number + 1, len(self.entries) + 1):
            entry = self.entries[place - 1]
            if entry[0] != "expense" and entry[1] in known:
                found.append(place)
                known.add(place)
        return found

    def shares(self, number: int) -> dict[str, int]:
        amount = self.amount(number)
        _, payer, _, participants = self.entries[number - 1]
        part, left = divmod(amount, len(participants))
        shares = {name: part * participants.count(name) for name in self.members if name in participants}
        start = self.members.index(payer) + 1
        turn = [name for name in self.members[start:] + self.members[:start] if name in shares]
        for place in range(left):
            shares[turn[place % len(turn)]] += 1
        return shares

    def balances(self) -> dict[str, int]:
        balances = dict.fromkeys(self.members, 0)
        for number, entry in enumerate(self.entries, 1):
            if entry[0] == "expense":
                for name, cents in self.shares(number).items():
                    balances[name] -= cents
                    balances[entry[1]] += cents
        return balances

    def settle(self) -> list[tuple[str, str, int]]:
        balances = self.balances()
        payments = []
        while any(balances.values()):
            debtor = min(self.members, key=lambda name: balances[name])
            creditor = max(self.members, key=lambda name: balances[name])
            cents = min(-balances[debtor], balances[creditor])
            balances[debtor] += cents
            balances[creditor] -= cents
            payments.append((debtor, creditor, cents))
        return payments

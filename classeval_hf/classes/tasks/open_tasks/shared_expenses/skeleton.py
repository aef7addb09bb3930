# canary: classeval-hf open shared_expenses fa4b4d76-8597-4cc3-843c-efb9477f8fbe


class SharedExpenses:
    """
    The ledger of a household whose members share expenses. Nothing in it is ever changed or removed: an expense is
    corrected, and any entry undone, by a further entry. Entries are numbered from 1 in the order in which they were
    made. All amounts are whole cents.
    """

    def __init__(self, members: list[str]):
        """
        Start an empty ledger.
        The fields are:
        - self.members: list of str, the different names of the members, in the order in which they moved in.
        - self.entries: list of tuples, the entries in the order of their numbers, initially empty. An entry is one of
          ("expense", payer, cents, participants), participants being a list of names that is not empty,
          ("correction", number of an expense, cents), or
          ("reversal", number of any earlier entry, of a reversal too).
        :param members: list of str, the names of the members.
        """
        self.members = list(members)
        self.entries = []

    def in_effect(self, number: int) -> bool:
        """
        Whether an entry is in effect: it is unless a later reversal of it is in effect itself. (So a reversal that is
        reversed leaves its entry in effect, and an entry may be reversed again after that.) What happens to an expense
        has no influence on whether its corrections are in effect.
        :param number: int, the number of the entry.
        :return: bool, whether the entry is in effect.
        :raises ValueError: with the message "no entry: " and the number if there is no entry of this number.
        >>> ledger = SharedExpenses(["Ann", "Ben"])
        >>> ledger.entries = [("expense", "Ann", 900, ["Ann", "Ben"]), ("reversal", 1), ("reversal", 2)]
        >>> [ledger.in_effect(number) for number in (1, 2, 3)]
        [True, False, True]
        """

    def amount(self, number: int) -> int:
        """
        The present amount of an expense: 0 if it is not in effect (see in_effect); otherwise that of the correction of
        it with the highest number among those in effect, or its own amount if there is none.
        :param number: int, the number of the expense.
        :return: int, the amount in cents.
        :raises ValueError: with the message "no entry: " and the number if there is no entry of this number, or with
            the message "no expense: " and the number if that entry is no expense.
        >>> ledger = SharedExpenses(["Ann", "Ben"])
        >>> ledger.entries = [("expense", "Ann", 900, ["Ben"]), ("correction", 1, 950), ("correction", 1, 700)]
        >>> ledger.amount(1)
        700
        >>> ledger.entries.append(("reversal", 3))
        >>> ledger.amount(1)
        950
        """

    def spend(self, payer: str, cents: int, participants: list[str]) -> int:
        """
        Make an entry for an expense.
        :param payer: str, the member who paid.
        :param cents: int, the amount.
        :param participants: list of str, those who share the expense, with the payer or without. A member who is in it
            several times has as many parts. The entry holds a copy of the list.
        :return: int, the number of the entry.
        :raises ValueError: by the first of these that applies, and then no entry is made: "unknown member: " and the
            name if the payer is no member; "no participants" if the list is empty; "unknown member: " and the first
            name in participants that is no member; "bad amount: " and the amount if it is less than 1.
        >>> ledger = SharedExpenses(["Ann", "Ben"])
        >>> ledger.spend("Ann", 900, ["Ann", "Ben"])
        1
        >>> ledger.entries
        [('expense', 'Ann', 900, ['Ann', 'Ben'])]
        """

    def correct(self, number: int, cents: int) -> int:
        """
        Make an entry that corrects the amount of an expense.
        :param number: int, the number of the expense.
        :param cents: int, the right amount, which may be 0.
        :return: int, the number of the new entry.
        :raises ValueError: by the first of these that applies, and then no entry is made: "no entry: " and the number;
            "no expense: " and the number, as amount does; "not in effect: " and the number if the expense is not in
            effect; "bad amount: " and the amount if it is negative.
        >>> ledger = SharedExpenses(["Ann", "Ben"])
        >>> ledger.entries = [("expense", "Ann", 900, ["Ann", "Ben"])]
        >>> ledger.correct(1, 850)
        2
        """

    def reverse(self, number: int) -> int:
        """
        Make an entry that reverses an earlier one of any kind.
        :param number: int, the number of the entry to reverse.
        :return: int, the number of the new entry.
        :raises ValueError: by the first of these that applies, and then no entry is made: "no entry: " and the number
            if there is no entry of this number; "not in effect: " and the number if that entry is not in effect.
        >>> ledger = SharedExpenses(["Ann", "Ben"])
        >>> ledger.entries = [("expense", "Ann", 900, ["Ann", "Ben"])]
        >>> ledger.reverse(1), ledger.reverse(2)
        (2, 3)
        """

    def history(self, number: int) -> list[int]:
        """
        All entries that have to do with an entry: itself, the corrections and reversals of it, the reversals of these,
        and so on.
        :param number: int, the number of an entry of any kind.
        :return: list of int, the numbers in ascending order, whether the entries are in effect or not.
        :raises ValueError: with the message "no entry: " and the number if there is no entry of this number.
        >>> ledger = SharedExpenses(["Ann", "Ben"])
        >>> ledger.entries = [("expense", "Ann", 900, ["Ben"]), ("expense", "Ben", 80, ["Ann"])]
        >>> ledger.entries += [("correction", 1, 950), ("reversal", 3)]
        >>> ledger.history(1)
        [1, 3, 4]
        """

    def shares(self, number: int) -> dict[str, int]:
        """
        Split the present amount of an expense (see amount) into parts, one for each name in its participants. Every
        part is the amount divided by the number of parts, rounded down. The cents left over are given out one at a
        time to the different participants in turn, however many parts they have: in the order of self.members,
        beginning with the member after the payer and going on with the first member after the last one, so that the
        payer, if a participant, comes last; after that it goes round again if cents are left.
        :param number: int, the number of the expense.
        :return: dict, from the name of each participant to the sum of that member's parts and cents left over, in the
            order of self.members.
        :raises ValueError: as amount does.
        >>> ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        >>> ledger.entries = [("expense", "Ben", 1000, ["Ann", "Ben", "Cleo"])]
        >>> ledger.shares(1)
        {'Ann': 333, 'Ben': 333, 'Cleo': 334}
        """

    def balances(self) -> dict[str, int]:
        """
        What each member is owed: the present amounts of the expenses that the member paid, less the member's shares
        (see shares) in all expenses.
        :return: dict, from the name of each member to the balance in cents, in the order of self.members; negative for
            a member who owes.
        >>> ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        >>> ledger.entries = [("expense", "Ben", 1000, ["Ann", "Ben", "Cleo"])]
        >>> ledger.balances()
        {'Ann': -333, 'Ben': 667, 'Cleo': -334}
        """

    def settle(self) -> list[tuple[str, str, int]]:
        """
        Payments after which all balances (see balances) would be 0. As long as there are others, the member with the
        lowest balance pays the member with the highest as much as brings one of the two to 0 and does not take the
        other past it; among equal balances the member who is first in self.members counts. No entry is made.
        :return: list of tuples (who pays, who gets it, cents), in that order.
        >>> ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        >>> ledger.entries = [("expense", "Ben", 1000, ["Ann", "Ben", "Cleo"])]
        >>> ledger.settle()
        [('Cleo', 'Ben', 334), ('Ann', 'Ben', 333)]
        """

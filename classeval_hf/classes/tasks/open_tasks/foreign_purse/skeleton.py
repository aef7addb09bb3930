# canary: classeval-hf open foreign_purse 49abab23-81f8-48d9-8c82-ed3b87f0f31b


class ForeignPurse:
    """
    Money in foreign currencies, bought and sold for home money. Amounts of foreign money and of home money are whole
    numbers of the smallest coin. Each purchase is a lot; a sale uses up the oldest lots of its currency first. Entries
    can be made, corrected and cancelled in any order of their days; what follows from them is always as if they had
    been made rightly from the beginning.
    """

    def __init__(self):
        """
        Start with an empty purse.
        self.entries: dict, from the number of each entry to a tuple (day, kind, currency, amount, money): the kind is
            "buy" or "sell", the amount, at least 1, is in the currency, and the money, at least 0, is what was paid or
            got for it in home money.
        self.lots: dict, from each currency of which there is some to the list of its lots, oldest first: tuples
            (number, amount, cost) with the number of the purchase, what is left of its amount, and the cost of that.
        self.gains: dict, from the number of each sale to its gain.
        self.count: int, the number given to an entry last, 0 if none was. Numbers go up by 1 and are not used again.
        """
        self.entries = {}
        self.lots = {}
        self.gains = {}
        self.count = 0

    def settle(self, currency: str) -> int:
        """
        Work out the lots of a currency and the gains of its sales from self.entries, in place of what self.lots and
        self.gains hold for this currency; sales that are no longer in self.entries have no gain. The entries of the
        currency count in the order of their days; on one day purchases come before sales, and entries of one kind
        are in the order of their numbers. A purchase adds a lot with its amount and its money as cost. A sale takes
        from the oldest lot, then from the next, until it has its amount. It takes a lot with its whole cost if it
        needs all that is left of it. If it needs only a part, it takes that part of the cost of the lot, in proportion
        to what is left of the amount, rounded down; the rest stays in the lot. The gain of a sale is its money less
        the costs that it takes.
        :param currency: str, the currency; it may have no entries.
        :return: int, the sum of the gains of the sales of the currency.
        :raises ValueError: with the message "short of C on day D: N", with the currency, the day of the first sale
            that finds less than its amount, and how much is missing to it; nothing is changed then.
        >>> purse = ForeignPurse()
        >>> purse.buy(1, "USD", 100, 90), purse.sell(2, "USD", 33, 40)
        (1, 2)
        >>> purse.settle("USD"), purse.lots, purse.gains
        (11, {'USD': [(1, 67, 61)]}, {2: 11})
        """

    def buy(self, day: int, currency: str, amount: int, money: int) -> int:
        """
        Enter a purchase, and settle the currency.
        :param day: int, the day; it may be before those of other entries.
        :param currency: str, the currency.
        :param amount: int, the amount bought.
        :param money: int, the home money paid.
        :return: int, the number of the entry.
        :raises ValueError: with the message "bad amount" if the amount is less than 1, else with "bad money" if the
            money is less than 0; nothing is changed then.
        >>> purse = ForeignPurse()
        >>> purse.buy(5, "USD", 100, 90), purse.buy(3, "USD", 50, 48), purse.lots
        (1, 2, {'USD': [(2, 50, 48), (1, 100, 90)]})
        """

    def sell(self, day: int, currency: str, amount: int, money: int) -> int:
        """
        Enter a sale, and settle the currency.
        :param day: int, the day; it may be before those of other entries.
        :param currency: str, the currency.
        :param amount: int, the amount sold.
        :param money: int, the home money got.
        :return: int, the number of the entry.
        :raises ValueError: with the message "bad amount" if the amount is less than 1; else with "bad money" if the
            money is less than 0; else with the message of settle if this sale or a later one would be short. Nothing
            is changed then.
        >>> purse = ForeignPurse()
        >>> purse.buy(1, "USD", 100, 90), purse.buy(2, "USD", 50, 60), purse.sell(3, "USD", 125, 150)
        (1, 2, 3)
        >>> purse.gains, purse.lots
        ({3: 30}, {'USD': [(2, 25, 30)]})
        """

    def correct(self, number: int, day: int, amount: int, money: int) -> dict[int, tuple[int, int]]:
        """
        Give an entry another day, amount and money, and settle its currency. The entry keeps its number, kind and
        currency.
        :param number: int, the number of the entry.
        :param day: int, the right day.
        :param amount: int, the right amount.
        :param money: int, the right money.
        :return: dict, from the number of each sale whose gain is another one now to a tuple (old gain, new gain).
        :raises KeyError: with the number if there is no such entry, whatever the other arguments are.
        :raises ValueError: else as sell raises it; nothing is changed then.
        >>> purse = ForeignPurse()
        >>> purse.buy(1, "USD", 100, 90), purse.sell(3, "USD", 50, 60), purse.correct(1, 1, 100, 80), purse.lots
        (1, 2, {2: (15, 20)}, {'USD': [(1, 50, 40)]})
        """

    def cancel(self, number: int) -> dict[int, tuple[int, int]]:
        """
        Remove an entry, and settle its currency.
        :param number: int, the number of the entry.
        :return: dict, from the number of each other sale whose gain is another one now to a tuple (old gain, new
            gain).
        :raises KeyError: with the number if there is no such entry.
        :raises ValueError: with the message of settle if a sale would be short then; nothing is changed then.
        >>> purse = ForeignPurse()
        >>> purse.buy(1, "USD", 100, 90), purse.buy(2, "USD", 100, 70), purse.sell(3, "USD", 50, 60)
        (1, 2, 3)
        >>> purse.cancel(1), purse.lots
        ({3: (15, 25)}, {'USD': [(2, 50, 35)]})
        """

    def worth(self, currency: str, price: int, per: int) -> tuple[int, int, int]:
        """
        Compare what is left of a currency with a price. Its value is worked out for the amounts of all its lots
        together and rounded to a whole number, a half up.
        :param currency: str, the currency.
        :param price: int, the home money for so much of the currency as per says.
        :param per: int, the amount of the currency that has this price.
        :return: tuple (amount, cost, gain): the amount left, the cost of it, and the value less the cost; all 0 if
            nothing is left.
        :raises ValueError: with the message "bad price" if price is less than 0 or per less than 1.
        >>> purse = ForeignPurse()
        >>> purse.buy(1, "USD", 75, 60), purse.worth("USD", 90, 100)
        (1, (75, 60, 8))
        """

    def report(self, first: int, last: int) -> list[tuple[str, int, int, int]]:
        """
        Report the sales of some days.
        :param first: int, the first day.
        :param last: int, the last day; it is included.
        :return: list of tuples (currency, amount, money, gain), one for each currency with sales on these days, with
            the sums over these sales, in ascending order of the currencies.
        >>> purse = ForeignPurse()
        >>> purse.buy(1, "USD", 100, 90), purse.sell(3, "USD", 50, 60), purse.sell(4, "USD", 10, 9)
        (1, 2, 3)
        >>> purse.report(2, 3), purse.report(1, 4)
        ([('USD', 50, 60, 15)], [('USD', 60, 69, 15)])
        """

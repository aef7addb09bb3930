# canary: classeval-hf open coop_ledger ad14d576-c047-48d0-b257-46eef5f1b65b


class CoopLedger:
    """
    The shares of a cooperative. All money is in cents. A year has four quarters. Shares are bought in a quarter of a
    year and earn dividends for the full quarters after it; they leave the cooperative only at the end of a year.
    """

    def __init__(self, price: int, limit: int):
        """
        Start with no member, in quarter 1 of year 1.
        :param price: int, the price of a share, at least 1.
        :param limit: int, how many percent of all shares may be repaid at the end of a year, from 0 to 100.
        The fields are self.price and self.limit as given, and:
        self.year: int, the present year.
        self.quarter: int, the present quarter, from 1 to 4.
        self.parcels: dict, from the name of each member to the list of the member's parcels, at least one. A parcel
            is a tuple (year, quarter, shares): so many shares, at least 1, that were bought in that quarter. The
            list is in ascending order of year and quarter, with one parcel at most for each quarter.
        self.notices: list of tuples (member, shares), the shares, at least 1, that the member wants to give back, in
            the order in which the members first asked for it; one tuple at most for each member, and never more
            shares than the member has.
        self.credit: dict, from a name to the money, at least 1, that the cooperative owes. Who has credit need not
            be a member any more.
        self.pot: int, what was left over by rounding, at least 0.
        """
        self.price = price
        self.limit = limit
        self.year = 1
        self.quarter = 1
        self.parcels = {}
        self.notices = []
        self.credit = {}
        self.pot = 0

    def buy(self, member: str, money: int) -> int:
        """
        Buy as many shares as possible in the present quarter. The credit of the member and the money paid in are
        used for it together; what is left is the credit afterwards. Who is not a member yet becomes one with the
        first share.
        :param member: str, the name of the member.
        :param money: int, the money paid in, at least 0.
        :return: int, the number of shares bought, possibly 0.
        :raises ValueError: with the message "bad number" if the money is negative; nothing is changed then.
        >>> ledger = CoopLedger(500, 10)
        >>> ledger.buy("Ann", 1700), ledger.parcels, ledger.credit
        (3, {'Ann': [(1, 1, 3)]}, {'Ann': 200})
        >>> ledger.buy("Ann", 300), ledger.parcels, ledger.credit
        (1, {'Ann': [(1, 1, 4)]}, {})
        """

    def give_notice(self, member: str, shares: int) -> int:
        """
        A member asks to give shares back. If the member has asked before, the shares are added to that notice, which
        keeps its place. Shares for which a notice is given earn dividends as before until they are repaid.
        :param member: str, the name of the member.
        :param shares: int, the number of shares.
        :return: int, for how many shares of the member no notice is given now.
        :raises KeyError: with the name if there is no such member.
        :raises ValueError: for a member, with the message "bad number" if the number of shares is less than 1 or more
            than the member's shares for which no notice is given. Nothing is changed then.
        >>> ledger = CoopLedger(500, 10)
        >>> ledger.parcels = {"Ann": [(1, 1, 4), (1, 2, 3)]}
        >>> ledger.give_notice("Ann", 2), ledger.give_notice("Ann", 4), ledger.notices
        (5, 1, [('Ann', 6)])
        """

    def transfer(self, member: str, other: str, shares: int) -> list[tuple[int, int, int]]:
        """
        A member hands shares over to somebody else, who becomes a member if need be. They are taken from the
        member's oldest parcels on, and stay shares of the quarter in which they were bought. At most the shares for
        which no notice is given can be handed over; the notices stay as they are. Who has no shares left is no
        member any more.
        :param member: str, the name of the member.
        :param other: str, the name of the one who gets the shares.
        :param shares: int, the number of shares.
        :return: list of tuple, what was handed over as parcels, oldest first.
        :raises KeyError: with the name of the one who hands over if there is no such member.
        :raises ValueError: for a member, with the message "same member" if both names are equal; else with "bad
            number" if the number of shares is less than 1 or more than can be handed over. Nothing is changed then.
        >>> ledger = CoopLedger(500, 10)
        >>> ledger.parcels = {"Ann": [(1, 1, 4), (1, 2, 3)], "Bob": [(1, 2, 5)]}
        >>> ledger.transfer("Ann", "Bob", 6), ledger.parcels
        ([(1, 1, 4), (1, 2, 2)], {'Ann': [(1, 2, 1)], 'Bob': [(1, 1, 4), (1, 2, 7)]})
        """

    def next_quarter(self) -> tuple[int, int]:
        """
        Go on to the next quarter of the present year.
        :return: tuple, (year, quarter) as they are now.
        :raises ValueError: with the message "close the year" if the present quarter is the fourth one; nothing is
            changed then.
        >>> ledger = CoopLedger(500, 10)
        >>> ledger.next_quarter()
        (1, 2)
        """

    def pay_dividend(self, profit: int) -> dict[str, int]:
        """
        Divide a profit and the pot among the members for the present year. A share counts four parts if it was bought
        before this year, and else as many as there are quarters in this year after the one in which it was bought.
        The profit and the pot together are divided by the parts of all members. For each member this is multiplied by
        the member's parts and rounded down to full cents, once for all parcels together, and added to the member's
        credit. What is left stays in the pot; all of it does if there are no parts.
        :param profit: int, the profit, at least 0.
        :return: dict, from the name of each member who gets at least 1 cent to the money.
        :raises ValueError: with the message "bad number" if the profit is negative; nothing is changed then.
        >>> ledger = CoopLedger(500, 10)
        >>> ledger.year, ledger.parcels = 2, {"Ann": [(1, 3, 2), (2, 2, 1)], "Bob": [(2, 1, 1)], "Cy": [(2, 4, 9)]}
        >>> ledger.pay_dividend(1000), ledger.credit, ledger.pot
        ({'Ann': 769, 'Bob': 230}, {'Ann': 769, 'Bob': 230}, 1)
        """

    def close_year(self, profit: int) -> dict[str, int]:
        """
        Close the present year, in whatever quarter it is. First the dividend is paid as described for pay_dividend.
        Then shares are repaid: at most self.limit percent of the shares of all members together, rounded down. The
        notices are served in their order, each as far as the limit still allows; what is not repaid of a notice
        stays a notice and keeps its place. The shares are taken from the member's newest parcels on, and their price
        is added to the member's credit. Who has no shares left is no member any more. Then quarter 1 of the next
        year begins.
        :param profit: int, the profit, at least 0.
        :return: dict, from the name of each member of whom shares were repaid to their number.
        :raises ValueError: as described for pay_dividend; nothing is changed then.
        >>> ledger = CoopLedger(500, 50)
        >>> ledger.parcels, ledger.notices = {"Ann": [(1, 1, 4), (1, 2, 3)], "Bob": [(1, 1, 2)]}, [("Ann", 5)]
        >>> ledger.close_year(0), ledger.parcels, ledger.notices, ledger.credit
        ({'Ann': 4}, {'Ann': [(1, 1, 3)], 'Bob': [(1, 1, 2)]}, [('Ann', 1)], {'Ann': 2000})
        """

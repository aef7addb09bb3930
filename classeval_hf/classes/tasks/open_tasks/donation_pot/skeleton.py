# canary: classeval-hf open donation_pot cbff9d2c-1d00-453c-a28b-922ec25a003b

from fractions import Fraction


class DonationPot:
    """
    Shares donations out to the projects of a charity. All amounts are whole cents, and all shares are exact: no cent
    is lost or made up.
    """

    def __init__(self):
        """
        Start without projects and donations.
        self.weights: dict, from the name of each open project to its weight, at least 1.
        self.caps: dict, from the name of each open project to the most cents that it can have, at least 1.
        self.funds: dict, from the name of each open project to the cents that it has, from 0 to its cap.
        self.pot: int, the cents that no project has.
        self.donations: dict, from the number of each donation that was not withdrawn to its cents, at least 1; the
            donations are numbered from 1 on. The funds and the pot together are the sum of these donations.
        self.count: int, how many donations were made, withdrawn ones included.
        """
        self.weights = {}
        self.caps = {}
        self.funds = {}
        self.pot = 0
        self.donations = {}
        self.count = 0

    @staticmethod
    def apportion(cents: int, weights: dict[str, int], rooms: dict[str, int]) -> dict[str, int]:
        """
        Apportion cents to names by weight, where each name has limited room. Only names with a room of at least 1 take
        part. If the cents are not less than the rooms of these together, each gets its room. Otherwise the quota of a
        name is the part of the cents that is to the cents as its weight is to the sum of the weights. As long as there
        are names whose quota is not less than their room, all of these get their room and are done, and the quotas of
        the others are computed again, from the cents that are still left and the weights of these others. Then each of
        the others gets its quota rounded down, and the cents still left after that go, one each, to those with the
        largest fractions cut off; of equal fractions the one with the greater weight counts as larger, and of equal
        weights too the one whose name comes first in ascending order.
        :param cents: int, the cents, at least 0.
        :param weights: dict, from each name to its weight, at least 1.
        :param rooms: dict, from each name of weights to its room, at least 0. Neither dict is changed.
        :return: dict, from each name that gets at least 1 cent to what it gets.
        >>> DonationPot.apportion(100, {"a": 1, "b": 1, "c": 4}, {"a": 90, "b": 90, "c": 31})
        {'c': 31, 'a': 35, 'b': 34}
        >>> DonationPot.apportion(9, {"a": 1, "b": 3}, {"a": 2, "b": 5})
        {'a': 2, 'b': 5}
        """

    def share_out(self) -> dict[str, int]:
        """
        Apportion the pot to the open projects by their weights as described for apportion, the room of a project being
        what its funds lack to its cap. What does not fit stays in the pot.
        :return: dict, from the name of each project that gets at least 1 cent to what it gets.
        >>> charity = DonationPot()
        >>> charity.open_project("well", 3, 30), charity.open_project("school", 2, 80), charity.donate(60, True)
        ({}, {}, (1, {}))
        >>> charity.share_out(), charity.funds, charity.pot
        ({'well': 30, 'school': 30}, {'well': 30, 'school': 30}, 0)
        """

    def open_project(self, name: str, weight: int, cap: int) -> dict[str, int]:
        """
        Open a project without funds; then the pot is shared out as described for share_out.
        :param name: str, the name of the project.
        :param weight: int, its weight.
        :param cap: int, the most cents that it can have.
        :return: dict, what share_out returns.
        :raises ValueError: with the message "bad weight" if the weight is less than 1; else with "bad cap" if the cap
            is less than 1; else with "project is open" if there is an open project of that name. Nothing is changed
            then.
        >>> charity = DonationPot()
        >>> charity.donate(500), charity.open_project("well", 3, 400), charity.pot
        ((1, {}), {'well': 400}, 100)
        """

    def donate(self, cents: int, hold: bool = False) -> tuple[int, dict[str, int]]:
        """
        Take a donation in: it comes into the pot, and the pot is shared out as described for share_out, unless it is
        to be held.
        :param cents: int, the cents.
        :param hold: bool, whether the pot is not to be shared out now, defaults to False.
        :return: tuple of the number of the donation and what share_out returns; an empty dict if the pot is held.
        :raises ValueError: with the message "bad donation" if the cents are less than 1. Nothing is changed then.
        >>> charity = DonationPot()
        >>> charity.open_project("well", 3, 400), charity.open_project("school", 2, 900)
        ({}, {})
        >>> charity.donate(101), charity.donate(100)
        ((1, {'well': 61, 'school': 40}), (2, {'well': 60, 'school': 40}))
        """

    def withdraw(self, number: int) -> dict[str, int]:
        """
        Give a donation back. Its cents are taken from the pot as far as it suffices. The rest is taken from the open
        projects: it is apportioned as described for apportion, with the funds of each project both as its weight and
        as its room. The money that the projects keep is not shared out again.
        :param number: int, the number of the donation.
        :return: dict, from the name of each project from which at least 1 cent is taken to the cents taken.
        :raises KeyError: with the number if there is no such donation, or it was withdrawn.
        >>> charity = DonationPot()
        >>> charity.open_project("well", 3, 60), charity.open_project("school", 2, 900)
        ({}, {})
        >>> charity.donate(40), charity.donate(50)
        ((1, {'well': 24, 'school': 16}), (2, {'well': 30, 'school': 20}))
        >>> charity.withdraw(1), charity.funds
        ({'well': 24, 'school': 16}, {'well': 30, 'school': 20})
        """

    def set_cap(self, name: str, cap: int) -> dict[str, int]:
        """
        Give a project another cap. What it has above the cap comes into the pot; then the pot is shared out as
        described for share_out.
        :param name: str, the name of the project.
        :param cap: int, the most cents that it can have from now on.
        :return: dict, what share_out returns.
        :raises KeyError: with the name if there is no open project of that name.
        :raises ValueError: otherwise, with the message "bad cap" if the cap is less than 1. Nothing is changed then.
        >>> charity = DonationPot()
        >>> charity.open_project("well", 3, 400), charity.open_project("school", 2, 900), charity.donate(500)
        ({}, {}, (1, {'well': 300, 'school': 200}))
        >>> charity.set_cap("well", 120), charity.funds
        ({'school': 180}, {'well': 120, 'school': 380})
        """

    def close_project(self, name: str) -> dict[str, int]:
        """
        Close a project: its funds come into the pot, and the pot is shared out to the others as described for
        share_out. The project can be opened once more later.
        :param name: str, the name of the project.
        :return: dict, what share_out returns.
        :raises KeyError: with the name if there is no open project of that name.
        >>> charity = DonationPot()
        >>> charity.open_project("well", 3, 400), charity.open_project("school", 2, 250), charity.donate(500)
        ({}, {}, (1, {'well': 300, 'school': 200}))
        >>> charity.close_project("well"), charity.funds, charity.pot
        ({'school': 50}, {'school': 250}, 250)
        """

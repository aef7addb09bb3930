# canary: classeval-hf open feature_panel e07ca8ab-6403-4e07-bf7e-45a3ce00f11e

import hashlib


class FeaturePanel:
    """
    Decides which users of a program have which of its features. Each feature is in one area, and a user has at most
    one feature of an area. Users are spread over the 100 slots of an area, numbered from 0 to 99.
    """

    def __init__(self):
        """
        Start without features and groups. The fields are:
        - self.areas: dict, from the name of each feature to its area, in the order in which the features were added.
        - self.slots: dict, from the name of each feature to the list of its slots, in the order in which it got them.
          No slot of an area belongs to two features.
        - self.groups: dict, from the name of each group to the list of its entries. An entry is the name of a user,
          or "@" and the name of a group; "-" before it makes it an exclusion. Names begin with neither "@" nor "-".
          Every group named in an entry is in self.groups, and no group leads back to itself through entries.
        - self.rules: dict, from the name of each feature to the list of its rules, tuples (group, verdict) with the
          name of a group in self.groups and a bool.
        """
        self.areas = {}
        self.slots = {}
        self.groups = {}
        self.rules = {}

    def slot_of(self, area: str, user: str) -> int:
        """
        The slot of a user in an area: the SHA-256 digest of the area, a colon and the user, encoded in UTF-8, read as
        one number in hexadecimal digits, modulo 100.
        :param area: str, the area.
        :param user: str, the user.
        :return: int, the slot.
        >>> panel = FeaturePanel()
        >>> panel.slot_of("search", "ann"), panel.slot_of("search", "bob")
        (22, 74)
        """

    def add_feature(self, feature: str, area: str, share: int) -> list[int]:
        """
        Add a feature without rules and give it slots as described for set_share.
        :param feature: str, the name of the feature.
        :param area: str, its area.
        :param share: int, the number of its slots.
        :return: list of int, its slots.
        :raises ValueError: with the message "known feature" if there is a feature of this name; else as described for
            set_share. Nothing is changed then.
        >>> panel = FeaturePanel()
        >>> panel.add_feature("fuzzy", "search", 2), panel.add_feature("fast", "search", 3), panel.areas
        ([0, 1], [2, 3, 4], {'fuzzy': 'search', 'fast': 'search'})
        """

    def set_share(self, feature: str, share: int) -> list[int]:
        """
        Give a feature a number of slots. If it has fewer, it gets the lowest slots of its area that belong to no
        feature, the lowest one first, after those that it has. If it has more, it loses those that it got last.
        :param feature: str, the name of the feature.
        :param share: int, the number of its slots.
        :return: list of int, the slots that it got, in this order, or lost, the one that it got last first.
        :raises KeyError: with the name if there is no such feature.
        :raises ValueError: for a feature, with the message "bad share" if the number is less than 0 or more than 100;
            else with "area is full" if its area has too few slots left. Nothing is changed then.
        >>> panel = FeaturePanel()
        >>> panel.areas, panel.rules = {"fuzzy": "search", "fast": "search"}, {"fuzzy": [], "fast": []}
        >>> panel.slots = {"fuzzy": [5, 2], "fast": [0, 4]}
        >>> panel.set_share("fuzzy", 5), panel.set_share("fast", 0), panel.slots
        ([1, 3, 6], [4, 0], {'fuzzy': [5, 2, 1, 3, 6], 'fast': []})
        """

    def set_group(self, group: str, entries: list[str]) -> bool:
        """
        Make a group, or give a group other entries.
        :param group: str, the name of the group.
        :param entries: list of str, its entries in order.
        :return: bool, whether the group was there before.
        :raises KeyError: with the name of the first group in the entries that is neither in self.groups nor this
            group. Nothing is changed then.
        :raises ValueError: with the message "circle" if the group would lead back to itself through entries, and all
            groups in the entries are known. Nothing is changed then.
        >>> panel = FeaturePanel()
        >>> panel.set_group("staff", ["ann", "bob"]), panel.set_group("testers", ["cy", "-@staff"]), panel.groups
        (False, False, {'staff': ['ann', 'bob'], 'testers': ['cy', '-@staff']})
        """

    def contains(self, group: str, user: str) -> bool:
        """
        Whether a user is in a group. The entries are looked at from the first to the last one: an entry that applies
        to the user takes the user in, or out again if it is an exclusion, so that the last one that applies decides.
        The name of a user applies to this user, and "@" with the name of a group to the users who are in that group.
        Without an entry that applies, the user is not in the group.
        :param group: str, the name of the group.
        :param user: str, the user.
        :return: bool, whether the user is in the group.
        :raises KeyError: with the name if there is no such group.
        >>> panel = FeaturePanel()
        >>> panel.groups = {"staff": ["ann", "bob"], "testers": ["@staff", "cy", "-bob"]}
        >>> [panel.contains("testers", user) for user in ("ann", "bob", "cy", "dan")]
        [True, False, True, False]
        """

    def add_rule(self, feature: str, group: str, verdict: bool) -> int:
        """
        Add a rule to a feature after those that it has. If it has a rule for this group already, that one is removed
        first.
        :param feature: str, the name of the feature.
        :param group: str, the name of the group.
        :param verdict: bool, whether the users of the group are to have the feature.
        :return: int, the number of rules of the feature now.
        :raises KeyError: with the name of the feature if there is none of this name, else with that of the group if
            there is none of this name. Nothing is changed then.
        >>> panel = FeaturePanel()
        >>> panel.areas, panel.slots, panel.rules = {"fuzzy": "search"}, {"fuzzy": []}, {"fuzzy": [("old", True)]}
        >>> panel.groups = {"old": [], "staff": ["ann"]}
        >>> panel.add_rule("fuzzy", "staff", False), panel.add_rule("fuzzy", "old", False), panel.rules["fuzzy"]
        (2, 2, [('staff', False), ('old', False)])
        """

    def feature_of(self, area: str, user: str) -> str:
        """
        The feature of an area that a user has. For each feature the first of its rules whose group contains the user
        gives its verdict. The user has the feature with the verdict True, of several such the one that was added
        first. If there is none, the user has the feature to which the user's slot in the area belongs, unless the
        verdict for it is False.
        :param area: str, the area.
        :param user: str, the user.
        :return: str, the name of the feature, or an empty string if the user has none of this area.
        >>> panel = FeaturePanel()
        >>> panel.areas, panel.slots = {"fuzzy": "search", "fast": "search"}, {"fuzzy": [22, 74], "fast": []}
        >>> panel.groups = {"staff": ["bob"]}
        >>> panel.rules = {"fuzzy": [], "fast": [("staff", True)]}
        >>> [panel.feature_of("search", user) for user in ("ann", "bob", "cy")]
        ['fuzzy', 'fast', '']
        """

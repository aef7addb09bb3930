# canary: classeval-hf open kitchen_list eb26a3d7-11b3-4638-b59e-342f75db4020


class KitchenList:
    """
    A copy of a family's shopping list on one device. Each device edits its own copy, and copies are merged when
    devices meet. The edits of a device are numbered from 1. A copy that knows an edit knows all earlier edits of that
    device too.
    """

    def __init__(self, device: str):
        """
        Start with an empty list that knows no edit.
        The fields are:
        - self.device: str, the name of the device that has this copy.
        - self.seen: dict, from the name of each device of which this copy knows edits to the number of the latest one.
        - self.entries: dict, from each wanted item to a dict from the name of a device to a tuple (number, amount):
          the edit of that device that put the item on the list, and the amount, at least 1. An item has one entry,
          except where devices edited it without knowing of each other; then it has an entry of each. An item without
          entries is not in it.
        :param device: str, the name of the device.
        """
        self.device = device
        self.seen = {}
        self.entries = {}

    def put(self, item: str, amount: int) -> int:
        """
        Set the amount of an item. This is an edit of this device, even if the item has this amount already; its entry
        replaces all entries of the item.
        :param item: str, the item.
        :param amount: int, the amount.
        :return: int, the number of the edit.
        :raises ValueError: with the message "bad amount" if the amount is less than 1; nothing is changed then.
        >>> copy = KitchenList("phone")
        >>> copy.put("milk", 2), copy.put("eggs", 6), copy.put("milk", 3)
        (1, 2, 3)
        >>> copy.entries, copy.seen
        ({'milk': {'phone': (3, 3)}, 'eggs': {'phone': (2, 6)}}, {'phone': 3})
        """

    def buy(self, item: str, amount: int) -> int:
        """
        Note that some of an item was bought. What is left of it is its amount, as wanted gives it, less what was
        bought. This is an edit of this device: if more than 0 is left, an entry with the rest replaces all entries of
        the item; otherwise the item is wanted no longer and loses its entries.
        :param item: str, the item.
        :param amount: int, how many were bought.
        :return: int, how many are left, at least 0.
        :raises KeyError: with the item, if it is not wanted.
        :raises ValueError: with the message "bad amount" if the item is wanted and the amount is less than 1; nothing
            is changed then.
        >>> copy = KitchenList("phone")
        >>> copy.put("milk", 5), copy.buy("milk", 2), copy.entries
        (1, 3, {'milk': {'phone': (2, 3)}})
        >>> copy.buy("milk", 4), copy.entries, copy.seen
        (0, {}, {'phone': 3})
        """

    def settle(self, item: str, device: str) -> bool:
        """
        Decide in favour of one device where devices edited an item without knowing of each other. If the item has
        several entries, this is an edit of this device: an entry with the amount of that device's entry replaces all.
        If it has one entry, nothing is changed.
        :param item: str, the item.
        :param device: str, the name of the device that is right.
        :return: bool, whether anything was changed.
        :raises KeyError: with the item, if it is not wanted.
        :raises ValueError: with the message "no entry of " and the name of the device, if it has none for the item,
            even if there is one entry only; nothing is changed then.
        >>> copy = KitchenList("phone")
        >>> copy.entries, copy.seen = {"milk": {"phone": (1, 5), "pad": (4, 2)}}, {"phone": 1, "pad": 4}
        >>> copy.settle("milk", "pad"), copy.entries, copy.settle("milk", "phone")
        (True, {'milk': {'phone': (2, 2)}}, False)
        """

    def wanted(self) -> dict[str, int]:
        """
        Say what is to be bought. Where an item has several entries, its amount is the largest of them.
        :return: dict, from each wanted item to its amount, in ascending order of the items.
        >>> copy = KitchenList("phone")
        >>> copy.entries = {"milk": {"phone": (1, 5), "pad": (4, 2)}, "eggs": {"pad": (3, 6)}}
        >>> copy.wanted()
        {'eggs': 6, 'milk': 5}
        """

    def export(self) -> dict:
        """
        Write this copy down for another device. Later changes of this copy do not change what was written.
        :return: dict with the members "device", the name of the device; "seen", a dict like self.seen; and "entries",
            a list of lists [item, device, number, amount], one for each entry, in ascending order of the items, those
            of one item in ascending order of the devices.
        >>> copy = KitchenList("phone")
        >>> copy.put("milk", 2), copy.put("eggs", 6)
        (1, 2)
        >>> copy.export()["entries"]
        [['eggs', 'phone', 2, 6], ['milk', 'phone', 1, 2]]
        """

    def relation(self, other: dict) -> str:
        """
        Compare the edits that this copy knows with those that another copy knew when it was exported.
        :param other: dict, what export of the other copy returned.
        :return: str: "same" if both know the same edits; "ahead" if this copy knows all that the other knew, and more;
            "behind" if the other knew all that this copy knows, and more; "apart" if each knows one that the other
            does not.
        >>> copy, other = KitchenList("phone"), KitchenList("pad")
        >>> copy.put("milk", 2), copy.relation(other.export()), other.put("eggs", 6), copy.relation(other.export())
        (1, 'ahead', 1, 'apart')
        """

    def merge(self, other: dict) -> dict[str, int]:
        """
        Take over what another copy knew when it was exported. An entry, by its item, device and number, that both
        copies have stays. An entry that only one of them has stays if the other did not know its edit; if the other
        knew it, the entry was replaced or bought there, and is dropped. Afterwards this copy knows the edits that it
        or the other knew. A merge is no edit.
        :param other: dict, what export of the other copy returned; it is not changed.
        :return: dict, in ascending order of the items, from each item whose amount, as wanted gives it, has changed to
            its amount now, 0 if it is no longer wanted.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "own copy" if the other
            copy is of this device; "unknown edits" if the other knew more edits of this device than this copy does.
        >>> copy, other = KitchenList("phone"), KitchenList("pad")
        >>> copy.put("milk", 2), other.put("milk", 5), other.put("eggs", 6)
        (1, 1, 2)
        >>> copy.merge(other.export()), copy.entries["milk"], copy.seen
        ({'eggs': 6, 'milk': 5}, {'phone': (1, 2), 'pad': (1, 5)}, {'phone': 1, 'pad': 2})
        """

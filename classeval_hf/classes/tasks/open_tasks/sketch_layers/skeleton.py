# canary: classeval-hf open sketch_layers 4fea0474-b4ac-42f7-b984-cbd738a1641f


class SketchLayers:
    """
    The layers of a drawing. Items are layers and groups; a group holds items, also other groups, in their order from
    the bottom to the top. The outermost group is the drawing itself, whose name is the empty string; it is no item.
    No two items have the same name. An item is fixed if it or a group around it is locked; the lock that counts is
    that of the outermost of these. Every call that changes groups or locks is one step, which can be undone; a call
    that leaves both as they were is none.
    """

    def __init__(self, limit: int):
        """
        Start with an empty drawing.
        self.limit: int, the largest number of steps that are kept, at least 1.
        self.groups: dict, from the name of each group, the drawing included, to the list of the names of the items
            directly in it, the lowest first. What is in the list of a group and is no key is a layer.
        self.locked: set of str, the names of the locked items.
        self.past: list of tuples (step, groups, locked), the steps that can be undone, the latest last: a word, a
            blank and a name, as each method says, with copies of self.groups and of self.locked as they were before
            it. When there are more than self.limit steps the oldest is dropped.
        :param limit: int, the largest number of steps that are kept.
        """
        self.limit = limit
        self.groups = {"": []}
        self.locked = set()
        self.past = []

    def add(self, name: str, group: str, is_group: bool) -> int:
        """
        Put a new item on top of a group. The step is "add" and the name.
        :param name: str, the name of the item.
        :param group: str, the group, which may be the drawing.
        :param is_group: bool, whether the item is an (empty) group or a layer.
        :return: int, how many items are directly in the group then.
        :raises KeyError: with the group if it is no group; nothing is changed then.
        :raises ValueError: else with the message "name is used: " and the name if an item or the drawing has it; else
            with "locked: " and the name of the item whose lock counts for the group, if the group is fixed. Nothing is
            changed then.
        >>> sketch = SketchLayers(10)
        >>> sketch.add("hills", "", True), sketch.add("sky", "", False), sketch.add("trees", "hills", False)
        (1, 2, 1)
        >>> sketch.groups, [step[0] for step in sketch.past]
        ({'': ['hills', 'sky'], 'hills': ['trees']}, ['add hills', 'add sky', 'add trees'])
        """

    def shift(self, name: str, steps: int) -> int:
        """
        Move an item up or down in the list of its group, place by place. It stops at the end of the list, and before
        an item that is locked itself. The step is "shift" and the name.
        :param name: str, the name of the item.
        :param steps: int, the places it is to go up, or a negative number of places to go down.
        :return: int, the places that it went up, or a negative number of places that it went down.
        :raises KeyError: with the name if there is no such item; nothing is changed then.
        :raises ValueError: else with the message "locked: " and the name of the item whose lock counts, if the item is
            fixed; nothing is changed then.
        >>> sketch = SketchLayers(10)
        >>> [sketch.add(name, "", False) for name in "abcd"], sketch.set_lock("c", True)
        ([1, 2, 3, 4], 1)
        >>> sketch.shift("a", 3), sketch.groups[""], sketch.shift("d", -1)
        (1, ['b', 'a', 'c', 'd'], 0)
        """

    def put_into(self, name: str, group: str) -> int:
        """
        Take an item, with all that it holds, from where it is and put it on top of a group, which may also be the one
        where it is; locks of other items in it do not hinder that. The step is "put" and the name.
        :param name: str, the name of the item.
        :param group: str, the group.
        :return: int, how many items are directly in the group then.
        :raises KeyError: with the name if there is no such item, else with the group if it is no group; nothing is
            changed then.
        :raises ValueError: else with the message "inside itself: " and the name if the group is the item or is in it;
            else with "locked: " and the name of the item whose lock counts, if the item is fixed, or else if the group
            is. Nothing is changed then.
        >>> sketch = SketchLayers(10)
        >>> sketch.add("hills", "", True), sketch.add("sky", "", False), sketch.put_into("sky", "hills"), sketch.groups
        (1, 2, 1, {'': ['hills'], 'hills': ['sky']})
        """

    def set_lock(self, name: str, locked: bool) -> int:
        """
        Lock or unlock an item. The step is "lock" or "unlock", and the name.
        :param name: str, the name of the item.
        :param locked: bool, whether it is to be locked.
        :return: int, how many items of the drawing are fixed then.
        :raises KeyError: with the name if there is no such item; nothing is changed then.
        :raises ValueError: else with the message "locked: " and the name of the outermost locked group around the
            item, if there is one; nothing is changed then.
        >>> sketch = SketchLayers(10)
        >>> sketch.add("hills", "", True), sketch.add("trees", "hills", False), sketch.set_lock("hills", True)
        (1, 1, 2)
        >>> sketch.set_lock("hills", False), sketch.past[-1][0]
        (0, 'unlock hills')
        """

    def gather(self, names: list[str], group: str) -> list[str]:
        """
        Put items that are in the same group into a new group, in the order in which they lie. The new group lies where
        the topmost of them lay. The step is "gather" and the name of the new group.
        :param names: list of str, the names of the items in any order; a name may occur more than once and then counts
            once.
        :param group: str, the name of the new group.
        :return: list of str, the names of the items in the new group, the lowest first.
        :raises KeyError: with the first of the names that no item has; nothing is changed then.
        :raises ValueError: else by the first of these that applies, and then nothing is changed: "name is used: " and
            the name of the new group if an item or the drawing has it; "no items" if there are no names; "different
            groups" if the items are not in the same group; "locked: " and the name of the item whose lock counts for
            the first of the names whose item is fixed.
        >>> sketch = SketchLayers(10)
        >>> [sketch.add(name, "", False) for name in "abcd"], sketch.gather(["c", "a"], "g"), sketch.groups
        ([1, 2, 3, 4], ['a', 'c'], {'': ['b', 'g', 'd'], 'g': ['a', 'c']})
        """

    def dissolve(self, group: str) -> list[str]:
        """
        Replace a group by the items directly in it, in their order; their locks stay. The step is "dissolve" and the
        name of the group.
        :param group: str, the name of the group.
        :return: list of str, the names of these items, the lowest first.
        :raises KeyError: with the name if there is no such item; nothing is changed then.
        :raises ValueError: else with the message "no group: " and the name if it is a layer; else with "locked: " and
            the name of the item whose lock counts, if the group is fixed. Nothing is changed then.
        >>> sketch = SketchLayers(10)
        >>> [sketch.add(name, "", False) for name in "abcd"], sketch.gather(["c", "a"], "g"), sketch.dissolve("g")
        ([1, 2, 3, 4], ['a', 'c'], ['a', 'c'])
        >>> sketch.groups
        {'': ['b', 'a', 'c', 'd']}
        """

    def undo(self, count: int = 1) -> list[str]:
        """
        Undo the latest steps, as many as wanted or as there are. Locks do not hinder that.
        :param count: int, how many steps are to be undone, defaults to 1.
        :return: list of str, the steps undone, the latest first.
        :raises ValueError: with the message "bad count: " and the count if it is less than 1; nothing is changed then.
        >>> sketch = SketchLayers(10)
        >>> sketch.add("hills", "", True), sketch.add("sky", "hills", False), sketch.set_lock("hills", True)
        (1, 1, 2)
        >>> sketch.undo(2), sketch.groups, sketch.locked
        (['lock hills', 'add sky'], {'': ['hills'], 'hills': []}, set())
        """

    def listing(self) -> list[str]:
        """
        Describe the drawing from the top to the bottom. Each item has a line: two blanks for each group around it
        other than the drawing, its name, "/" if it is a group, and " !" if it is locked itself. The lines of what is
        in a group follow directly after its own line.
        :return: list of str, the lines.
        >>> sketch = SketchLayers(10)
        >>> sketch.add("hills", "", True), sketch.add("trees", "hills", False), sketch.add("sky", "", False)
        (1, 1, 2)
        >>> sketch.set_lock("hills", True), sketch.listing()
        (2, ['sky', 'hills/ !', '  trees'])
        """

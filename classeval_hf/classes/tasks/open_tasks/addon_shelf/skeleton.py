# canary: classeval-hf open addon_shelf 34bb2aea-1e8d-42e4-877a-1924f1d55d30


class AddonShelf:
    """
    The add-ons of a drawing program. An add-on may need other add-ons, which may be installed later than it. An
    add-on is active if it is installed, is not switched off, and all add-ons that it needs are active. No add-on
    needs itself, be it directly or through others.
    """

    def __init__(self):
        """
        Start without add-ons.
        The fields are:
        - self.addons: dict, from the name of each installed add-on to a tuple (priority, needs), in the order of
          installation; priority is an int, and needs a tuple of the names that the add-on needs directly.
        - self.off: set of str, the names of the installed add-ons that are switched off.
        - self.order: list of str, the names of the active add-ons in the order in which they are loaded. Every method
          except arrange finds it right, and every method leaves it right.
        """
        self.addons = {}
        self.off = set()
        self.order = []

    def arrange(self) -> list[str]:
        """
        Find the load order from self.addons and self.off, and store it in self.order. The urgency of an active add-on
        is the highest of its own priority and the priorities of all active add-ons that need it, directly or through
        others. The order is built step by step: next comes, of the active add-ons that are not yet in it and whose
        needs all are, the one with the highest urgency; of equally urgent ones the one that was installed first.
        :return: list of str, a copy of self.order.
        >>> shelf = AddonShelf()
        >>> shelf.addons = {"grid": (5, ()), "snap": (9, ("math",)), "math": (1, ()), "ruler": (8, ("units",))}
        >>> shelf.arrange()
        ['math', 'snap', 'grid']
        """

    def install(self, name: str, priority: int, needs: list[str]) -> list[str]:
        """
        Install an add-on, which is not switched off at first.
        :param name: str, its name.
        :param priority: int, its priority.
        :param needs: list of str, the names that it needs directly; of a name that is given several times the first
            one counts, and the list itself is not changed.
        :return: list of str, the add-ons that have become active, in load order.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "installed: " and the
            name, if there is an add-on of this name; "circle: " and the name, if the new add-on would need itself,
            directly or through others.
        >>> shelf = AddonShelf()
        >>> shelf.install("snap", 9, ["math"]), shelf.install("math", 1, [])
        ([], ['math', 'snap'])
        """

    def remove(self, name: str, force: bool = False) -> list[str]:
        """
        Remove an add-on. With force, all installed add-ons that need it, directly or through others, are removed too.
        What is removed is forgotten, also that it was switched off.
        :param name: str, the name of the add-on.
        :param force: bool, whether those that need it are removed too, defaults to False.
        :return: list of str, the names removed, in the order of installation.
        :raises KeyError: with the name, if it is not installed.
        :raises ValueError: without force, if installed add-ons need it directly: "needed by: " and their names in
            ascending order, joined by ", "; nothing is changed then.
        >>> shelf = AddonShelf()
        >>> shelf.install("snap", 9, ["math"]), shelf.install("math", 1, [])
        ([], ['math', 'snap'])
        >>> shelf.remove("math", True), shelf.order
        (['snap', 'math'], [])
        """

    def switch_off(self, name: str) -> list[str]:
        """
        Switch an add-on off; it may be off already.
        :param name: str, the name of the add-on.
        :return: list of str, the add-ons that were active and are so no longer, the one that was loaded last first.
        :raises KeyError: with the name, if it is not installed.
        >>> shelf = AddonShelf()
        >>> shelf.install("snap", 9, ["math"]), shelf.install("math", 1, [])
        ([], ['math', 'snap'])
        >>> shelf.switch_off("math"), shelf.off
        (['snap', 'math'], {'math'})
        """

    def switch_on(self, name: str) -> list[str]:
        """
        Switch an add-on on, and all installed add-ons that it needs, directly or through others. It may be on already;
        what it needs is switched on even then. What an add-on that is not installed would need is unknown.
        :param name: str, the name of the add-on.
        :return: list of str, all add-ons that have become active, in load order.
        :raises KeyError: with the name, if it is not installed.
        >>> shelf = AddonShelf()
        >>> shelf.addons, shelf.off = {"math": (1, ()), "snap": (9, ("math",)), "arc": (3, ("math",))}, {"math", "arc"}
        >>> shelf.switch_on("snap"), shelf.off
        (['math', 'snap'], {'arc'})
        """

    def blockers(self, name: str) -> dict[str, str]:
        """
        Say why an add-on is not active: which of the add-ons that it needs, directly or through others, and of itself
        are not installed or are switched off.
        :param name: str, the name of the add-on.
        :return: dict, in ascending order of the names, from each name that is not installed to "missing", and from
            each that is switched off to "off"; empty if the add-on is active.
        :raises KeyError: with the name, if it is not installed.
        >>> shelf = AddonShelf()
        >>> shelf.addons, shelf.off = {"math": (1, ("core",)), "snap": (9, ("math",))}, {"math"}
        >>> shelf.blockers("snap")
        {'core': 'missing', 'math': 'off'}
        """

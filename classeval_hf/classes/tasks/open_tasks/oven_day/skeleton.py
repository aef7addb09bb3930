# canary: classeval-hf open oven_day 3c0fb3d6-8f99-44c9-b4d6-27f94fc5ae98


class OvenDay:
    """
    An oven of a bakery, followed by whole minutes. It heats up to a target, loses heat when its door is opened, and
    bakes trays, each in a slot of its own. What happens in a passing minute is, in this order:
    - Each tray in the oven whose heat is at most the degrees of the oven at the begin of the minute is baked: what it
      lacks becomes less by 1, also below 0.
    - If the oven is below its target, its degrees rise by self.rate, but not above the target. If it is above the
      target, they fall by 1.
    The door is opened by a loading or unloading, and then the degrees fall at once by self.loss, but not below 20.
    Loadings and unloadings at the same minute share one opening of the door: only the first of them costs heat.
    """

    def __init__(self, slots: int, rate: int, loss: int):
        """
        Start at minute 0 with an empty oven of 20 degrees, whose target is 20.
        self.slots: int, the number of slots, at least 1; they are numbered from 0.
        self.rate: int, the degrees that the oven gains in a minute while it heats, at least 1.
        self.loss: int, the degrees that an opening of the door costs, at least 0.
        self.minute: int, the present minute; all minutes before it have passed.
        self.degrees: int, the degrees of the oven at the present minute.
        self.target: int, the degrees that the oven is to have, at least 20.
        self.opened: int, the minute of the latest opening of the door, -1 if there was none.
        self.trays: dict, from the slot of each tray in the oven to a tuple (name, heat, lacking): the name of the
            tray, the degrees from which on it bakes, and the minutes of baking that it lacks. No two trays in the oven
            have the same name.
        :param slots: int, the number of slots.
        :param rate: int, the degrees gained in a minute.
        :param loss: int, the degrees lost at an opening.
        """
        self.slots = slots
        self.rate = rate
        self.loss = loss
        self.minute = 0
        self.degrees = 20
        self.target = 20
        self.opened = -1
        self.trays = {}

    def advance(self, now: int) -> list[str]:
        """
        Let the minutes from the present one up to now pass, now itself excluded; now becomes the present minute.
        :param now: int, the new minute.
        :return: list of str, the names of the trays that came to lack 0 minutes, those of an earlier minute first,
            those of the same minute in ascending order of their slots.
        :raises ValueError: with the message "past minute: " and now if now is less than the present minute. Nothing is
            changed then.
        >>> oven = OvenDay(4, 10, 30)
        >>> oven.aim(0, 50), oven.load(0, "rolls", 40, 2), oven.advance(4), oven.degrees
        (3, 0, ['rolls'], 50)
        >>> oven.advance(6), oven.trays
        ([], {0: ('rolls', 40, -2)})
        """

    def aim(self, now: int, degrees: int) -> int:
        """
        Let the time go on to now as described for advance, then give the oven a new target.
        :param now: int, the minute.
        :param degrees: int, the target.
        :return: int, the first minute from now on at which the oven has these degrees if the door stays closed.
        :raises ValueError: with the message "bad target: " and the degrees if they are less than 20; else with the
            message of advance. Nothing is changed then.
        >>> oven = OvenDay(4, 10, 30)
        >>> oven.aim(5, 215), oven.aim(9, 22)
        (25, 47)
        """

    def load(self, now: int, name: str, heat: int, minutes: int) -> int:
        """
        Let the time go on to now as described for advance, open the door, and put a tray into the free slot with the
        lowest number.
        :param now: int, the minute.
        :param name: str, the name of the tray.
        :param heat: int, the degrees from which on it bakes.
        :param minutes: int, the minutes of baking that it lacks.
        :return: int, the number of its slot.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "bad minutes: " and the
            minutes if they are less than 1; "tray is in: " and the name if a tray in the oven has it; "oven is full"
            if there is no free slot; the message of advance.
        >>> oven = OvenDay(4, 10, 30)
        >>> oven.aim(0, 100), oven.load(5, "rolls", 60, 8), oven.load(5, "pie", 70, 20), oven.degrees
        (8, 0, 1, 40)
        >>> oven.trays
        {0: ('rolls', 60, 8), 1: ('pie', 70, 20)}
        """

    def unload(self, now: int, name: str) -> int:
        """
        Let the time go on to now as described for advance, open the door, and take a tray out.
        :param now: int, the minute.
        :param name: str, the name of the tray.
        :return: int, the minutes of baking that the tray lacked at the end; a negative number if it was baked too
            long.
        :raises KeyError: with the name if no tray in the oven has it. Nothing is changed then.
        :raises ValueError: else with the message of advance. Nothing is changed then.
        >>> oven = OvenDay(4, 10, 30)
        >>> oven.load(0, "rolls", 40, 8), oven.aim(0, 100), oven.unload(7, "rolls"), oven.degrees, oven.trays
        (0, 8, 3, 60, {})
        """

    def ready_at(self, name: str) -> int:
        """
        The first minute from the present one on at which a tray lacks 0 minutes or less, if the door stays closed and
        the target stays as it is. Nothing is changed.
        :param name: str, the name of the tray.
        :return: int, the minute; -1 if there is none.
        :raises KeyError: with the name if no tray in the oven has it.
        >>> oven = OvenDay(4, 10, 30)
        >>> oven.load(0, "rolls", 40, 8), oven.ready_at("rolls"), oven.aim(3, 100), oven.ready_at("rolls")
        (0, -1, 11, 13)
        """

    def unloading_plan(self) -> list[tuple[int, list[str]]]:
        """
        When which trays are to be taken out, if from the present minute on the target stays as it is, nothing is
        loaded, and at each minute at which trays in the oven lack 0 minutes or less, all these trays are taken out
        (which opens the door and costs the heat of that, unless it was opened at this minute before). Trays that would
        never be ready are left out. Nothing is changed.
        :return: list of tuple, (minute, names) for each minute at which trays are taken out, in ascending order, with
            the names of these trays in ascending order of their slots.
        >>> oven = OvenDay(4, 10, 30)
        >>> oven.load(0, "rolls", 40, 3), oven.load(0, "pie", 40, 5), oven.load(0, "roast", 150, 1), oven.aim(0, 60)
        (0, 1, 2, 4)
        >>> oven.unloading_plan()
        [(5, ['rolls']), (8, ['pie'])]
        """

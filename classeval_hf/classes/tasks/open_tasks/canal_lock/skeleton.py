# canary: classeval-hf open canal_lock a70d98c7-fb0d-44fc-89ba-097d03d8f7dc


class CanalLock:
    """
    A flight of lock chambers that leads boats from a lower to an upper reach of a canal and back. The stages are
    numbered upwards: 0 is the lower reach, then come the chambers from 1 on, and the last stage is the upper reach.
    Gate G lies between the stages G and G + 1. Of two gates of one chamber at most one is open. The levels are whole
    units. The reaches are so large that their levels never change. All chambers have the same area: a unit of water
    that flows from one stage to another lowers the first by 1 and raises the second by 1, if they are chambers.
    """

    def __init__(self, lower: int, chambers: list[tuple[int, int, int]], upper: int):
        """
        Set up the flight with all gates closed and every chamber at its lowest level.
        self.chambers: list of tuples (lowest, highest, room) for the chambers, chamber 1 first: the levels between
            which the water of the chamber stays, and the sum of the lengths of boats that fit into it.
        self.levels: list of int, the level of each stage.
        self.open: set of int, the open gates.
        self.boats: dict, from the name of each boat to a tuple (stage, length, up), up being True for a boat that
            goes up and False for one that goes down.
        self.drawn: int, the units that flowed out of the upper reach less those that flowed into it.
        self.given: int, the units that flowed into the lower reach less those that flowed out of it.
        :param lower: int, the level of the lower reach.
        :param chambers: list of tuples as in self.chambers, at least one.
        :param upper: int, the level of the upper reach.
        """
        self.chambers = list(chambers)
        self.levels = [lower, *(chamber[0] for chamber in chambers), upper]
        self.open = set()
        self.boats = {}
        self.drawn = 0
        self.given = 0

    def arrive(self, name: str, length: int, up: bool) -> int:
        """
        Let a boat arrive: one that goes up in the lower reach, one that goes down in the upper reach.
        :param name: str, the name of the boat.
        :param length: int, its length.
        :param up: bool, whether it goes up.
        :return: int, how many boats in this reach go in the same direction, this one included.
        :raises ValueError: with the message "bad length: " and the length if it is less than 1; else with "boat is
            here: " and the name if there is a boat of that name at any stage. Nothing is changed then.
        >>> lock = CanalLock(0, [(0, 6, 30)], 6)
        >>> lock.arrive("Ida", 12, True), lock.arrive("Rhea", 9, True), lock.arrive("Tern", 20, False), lock.boats
        (1, 2, 1, {'Ida': (0, 12, True), 'Rhea': (0, 9, True), 'Tern': (2, 20, False)})
        """

    def equalise(self, gate: int) -> int:
        """
        Let water flow through the sluices of a closed gate, unit by unit from the stage with the higher level to the
        other one. It stops before a unit that would leave the levels with a difference as great as before it or
        greater, that would lower a chamber below its lowest level, or that would raise one above its highest.
        :param gate: int, the gate.
        :return: int, the units that flowed; negative if they flowed from stage G to stage G + 1.
        :raises ValueError: with the message "no gate: " and the gate if there is none; else with "gate is open: " and
            its number if this gate, the one below it or the one above it is open; of several, the lowest number.
            Nothing is changed then.
        >>> lock = CanalLock(0, [(0, 6, 30), (3, 9, 30)], 9)
        >>> lock.equalise(2), lock.levels, lock.drawn
        (6, [0, 0, 9, 9], 6)
        >>> lock.equalise(1), lock.levels, lock.drawn
        (4, [0, 4, 5, 9], 6)
        """

    def open_gate(self, gate: int) -> int:
        """
        Open a gate. The levels stay as they are.
        :param gate: int, the gate.
        :return: int, the level above the gate less the level below it.
        :raises ValueError: by the first of these that applies, and then nothing is changed: the messages of
            equalise; "level differs by " and the result that it would have, if that is neither 0 nor 1 nor -1.
        >>> lock = CanalLock(0, [(1, 6, 30)], 6)
        >>> lock.open_gate(0), lock.open
        (1, {0})
        """

    def close_gate(self, gate: int) -> list[int]:
        """
        Close a gate.
        :param gate: int, the gate.
        :return: list of int, the gates that are still open, in ascending order.
        :raises ValueError: with the message "no gate: " and the gate if there is none; else with "gate is closed: "
            and the gate if it is not open. Nothing is changed then.
        >>> lock = CanalLock(0, [(0, 6, 30)], 6)
        >>> lock.open_gate(0), lock.close_gate(0), lock.open
        (0, [], set())
        """

    def move(self, name: str) -> int:
        """
        Let a boat go on by one stage in its direction, through an open gate.
        :param name: str, the name of the boat.
        :return: int, the stage where it is then.
        :raises KeyError: with the name if there is no such boat; nothing is changed then.
        :raises ValueError: else by the first of these that applies, and then nothing is changed: "at the end: " and
            the name if there is no further stage; "no room: " and the next stage if that is a chamber and the lengths
            of the boats in it and of this one are together more than its room; "gate is closed: " and the gate between
            if it is not open.
        >>> lock = CanalLock(0, [(0, 6, 30)], 6)
        >>> lock.arrive("Ida", 12, True), lock.open_gate(0), lock.move("Ida"), lock.boats
        (1, 0, 1, {'Ida': (1, 12, True)})
        """

    def work(self, name: str) -> int:
        """
        Do what lets a boat go on by one stage. If the gate before it is open the boat moves as described for move.
        Otherwise the gates directly below and above this gate are closed if they are open, water flows as described
        for equalise, the gate is opened as described for open_gate, and the boat moves.
        :param name: str, the name of the boat.
        :return: int, the units that flowed, as equalise gives them; 0 if the gate was open.
        :raises KeyError: with the name if there is no such boat; nothing is changed then.
        :raises ValueError: else with "at the end: " or "no room: " as described for move, and then nothing is changed;
            else with "level differs by " as described for open_gate, and then the gates stay closed and the water has
            flowed, but the boat has not moved.
        >>> lock = CanalLock(0, [(0, 6, 30)], 6)
        >>> lock.arrive("Ida", 12, True), lock.work("Ida"), lock.work("Ida"), lock.levels, lock.open, lock.drawn
        (1, 0, 6, [0, 6, 6], {1}, 6)
        """

    def leave(self, name: str) -> list[str]:
        """
        Let a boat that has reached the last stage of its direction leave the canal.
        :param name: str, the name of the boat.
        :return: list of str, the names of the boats that are in chambers, in ascending order.
        :raises KeyError: with the name if there is no such boat; nothing is changed then.
        :raises ValueError: else with the message "not at the end: " and the name if it has not got there; nothing is
            changed then.
        >>> lock = CanalLock(0, [(0, 6, 30)], 0)
        >>> lock.arrive("Ida", 12, True), lock.work("Ida"), lock.work("Ida"), lock.leave("Ida"), lock.boats
        (1, 0, 0, [], {})
        """

    def report(self) -> list[str]:
        """
        Describe the flight from the upper reach down: for each stage a line, and between two stages a line for the
        gate. The line of a stage is its number, ": level " and its level, and for each boat there, in ascending order
        of the names, ", ", the name, and " up" or " down" for its direction. The line of a gate is "gate ", its
        number, and " open" or " closed".
        :return: list of str, the lines.
        >>> lock = CanalLock(0, [(0, 6, 30)], 6)
        >>> lock.arrive("Ida", 12, True), lock.arrive("Ada", 12, True), lock.open_gate(0)
        (1, 2, 0)
        >>> lock.report()
        ['2: level 6', 'gate 1 closed', '1: level 0', 'gate 0 open', '0: level 0, Ada up, Ida up']
        """

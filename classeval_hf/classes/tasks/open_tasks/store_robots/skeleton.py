# canary: classeval-hf open store_robots 8f847bd3-5439-4f3b-a88a-ddb8ee83fdaa

from collections import deque


class StoreRobots:
    """
    Robots that drive on the floor of a store. Each cell of the floor is free, a shelf or a charging place; rows are
    numbered from 0 downwards and columns from 0 to the right. All robots carry out one command at the same time in
    each step. The commands are "F", drive one cell forward, which costs 2 units of charge; "L" and "R", turn left or
    right by a right angle, which costs 1; and "W", wait, which costs nothing.
    """

    def __init__(self, floor: list[str], capacity: int, gain: int):
        """
        Start without robots.
        The fields are:
        - self.floor: list of str, the rows of the floor, all equally long: "." for a free cell, "#" for a shelf, "C"
          for a charging place.
        - self.capacity: int, the largest charge of a robot, at least 1.
        - self.gain: int, the units that a robot on a charging place may gain in a step, at least 1.
        - self.robots: dict, from the name of each robot to a tuple (row, column, heading); heading is "N", up, "E", to
          the right, "S" or "W". No two robots are on the same cell, and none on a shelf.
        - self.charge: dict, from the name of each robot to its charge, from 0 to self.capacity.
        - self.plans: dict, from the name of each robot to a str, the commands that it has not carried out yet.
        :param floor: list of str, the rows; the list is copied.
        :param capacity: int, the capacity.
        :param gain: int, the gain.
        """
        self.floor = list(floor)
        self.capacity = capacity
        self.gain = gain
        self.robots = {}
        self.charge = {}
        self.plans = {}

    def place(self, name: str, row: int, column: int, heading: str) -> int:
        """
        Put a robot on the floor, fully charged and without commands.
        :param name: str, the name of the robot.
        :param row: int, the row.
        :param column: int, the column.
        :param heading: str, the heading.
        :return: int, how many robots there are now.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "robot exists: " and the
            name; "bad heading: " and the heading; "not free" if there is no such cell on the floor, or a shelf or
            robot is on it.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.place("A", 1, 0, "E"), store.robots, store.charge, store.plans
        (1, {'A': (1, 0, 'E')}, {'A': 10}, {'A': ''})
        """

    def remove(self, name: str) -> tuple[int, int]:
        """
        Take a robot off the floor.
        :param name: str, the name of the robot.
        :return: tuple, its charge, and how many commands it has not carried out.
        :raises KeyError: with the name, if there is no such robot.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.robots, store.charge, store.plans = {"A": (1, 0, "E")}, {"A": 7}, {"A": "FFW"}
        >>> store.remove("A"), store.robots
        ((7, 3), {})
        """

    def order(self, name: str, commands: str) -> str:
        """
        Give a robot commands, to be carried out after those that it has already.
        :param name: str, the name of the robot.
        :param commands: str, the commands.
        :return: str, all its commands now.
        :raises KeyError: with the name, if there is no such robot.
        :raises ValueError: if there is such a robot: "bad command: " and the first character that is no command;
            nothing is changed then.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.robots, store.charge, store.plans = {"A": (1, 0, "E")}, {"A": 7}, {"A": "F"}
        >>> store.order("A", "LW")
        'FLW'
        """

    def step(self) -> dict[str, str]:
        """
        Let each robot that has commands carry out its first one. What becomes of it is:
        - "empty" if its charge is less than the command costs. This and the following outcomes are about cells and
          charges as they are before the step.
        - "turned" or "waited", for these commands.
        - "bumped" if it would leave the floor or drive onto a shelf. It stays, pays for the command, and loses all its
          commands.
        - "blocked" if another robot keeps it from moving, by these rules, which are about the robots left that want to
          move. First, two robots that want to move onto each other's cells are both blocked. Then, of those not
          blocked that want to move onto the same cell, all but one are blocked; the one with the largest charge is
          not, of those with equal charge the one whose name comes first in ascending order. Then, until nothing
          changes, each is blocked that wants to move onto a cell where a robot stays, because it is blocked or is not
          one of those that want to move.
        - "moved" otherwise.
        A robot that is "empty" or "blocked" stays, pays nothing and keeps its command. The others pay for it and have
        it no longer. At last each robot that is on a charging place and paid nothing in this step, whether it has
        commands or not, gains charge, as far as the capacity allows.
        :return: dict, from the name of each robot that had commands to its outcome.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.robots = {"A": (1, 0, "E"), "B": (1, 1, "N"), "D": (1, 2, "N")}
        >>> store.charge, store.plans = {"A": 7, "B": 5, "D": 9}, {"A": "FF", "B": "F", "D": "FL"}
        >>> store.step() == {"A": "moved", "B": "moved", "D": "bumped"}, store.robots, store.plans
        (True, {'A': (1, 1, 'E'), 'B': (0, 1, 'N'), 'D': (1, 2, 'N')}, {'A': 'F', 'B': '', 'D': ''})
        """

    def run(self, limit: int) -> int:
        """
        Do steps until no robot has commands, or a step has changed no field, or the limit is reached.
        :param limit: int, the largest number of steps.
        :return: int, the number of steps done, a last one that changed nothing included.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.robots, store.charge, store.plans = {"A": (1, 0, "E")}, {"A": 7}, {"A": "FFFF"}
        >>> store.run(9), store.robots, store.charge, store.plans
        (3, {'A': (1, 2, 'E')}, {'A': 1}, {'A': ''})
        """

    def route(self, name: str, row: int, column: int) -> str:
        """
        Find the commands that bring a robot to a cell, with any heading in the end, as if all other robots stayed
        where they are; charges do not matter. Of all ways without shelves and other robots it takes the one with the
        fewest commands, of those the one that comes first in ascending order as a text. Nothing is changed.
        :param name: str, the name of the robot.
        :param row: int, the row of the cell.
        :param column: int, its column.
        :return: str, the commands, each "F", "L" or "R"; empty if the robot is there.
        :raises KeyError: with the name, if there is no such robot.
        :raises ValueError: with the message "no route" if there is such a robot and no such way.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.robots = {"A": (1, 0, "E"), "B": (1, 1, "N")}
        >>> store.route("A", 0, 1), store.route("B", 0, 0)
        ('LFRF', 'FLF')
        """

    def picture(self) -> list[str]:
        """
        Draw the floor: the rows as in self.floor, with "^", ">", "v" or "<" on the cell of each robot for the heading
        "N", "E", "S" or "W".
        :return: list of str, the rows.
        >>> store = StoreRobots(["..#", "C.."], 10, 3)
        >>> store.robots = {"A": (1, 0, "E"), "B": (0, 1, "S")}
        >>> store.picture()
        ['.v#', '>..']
        """

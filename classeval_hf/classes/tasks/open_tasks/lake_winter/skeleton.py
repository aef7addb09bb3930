# canary: classeval-hf open lake_winter c9e94766-cc76-44c1-a613-a4f676f5a1c5


class LakeWinter:
    """
    A lake on a grid that freezes and thaws, with walkers on it. A cell is a tuple (row, column), both from 0 at the
    top left; its neighbours are the cells of the grid above, below, to the left and to the right of it. A cell is land
    or water; water is open or has ice of some thickness.
    """

    def __init__(self, rows: list[str]):
        """
        Start with open water.
        self.rows: list of str, the map: texts of equal length with "#" for land and "." for water.
        self.ice: dict, from each water cell with ice to its thickness, at least 1. Open water has no entry.
        self.walkers: dict, from the name of each walker to a tuple (row, column, weight). Walkers stand on land or on
            ice that is at least as thick as their weight, never two on one cell.
        :param rows: list of str, the map.
        """
        self.rows = rows
        self.ice = {}
        self.walkers = {}

    def freeze(self, frost: int) -> int:
        """
        Let a night pass. All cells change at once, by what was before: open water with at least one neighbour that is
        land or has ice gets ice as thick as the frost. Ice of thickness T gets thicker by 20 * frost / (20 + T),
        rounded down, but at least by 1.
        :param frost: int, the frost of the night.
        :return: int, how many cells of open water got ice.
        :raises ValueError: with the message "bad frost" if the frost is less than 1; nothing is changed then.
        >>> lake = LakeWinter(["#...", "...."])
        >>> lake.freeze(10), lake.ice
        (2, {(0, 1): 10, (1, 0): 10})
        >>> lake.freeze(10), lake.ice
        (2, {(0, 1): 16, (1, 0): 16, (0, 2): 10, (1, 1): 10})
        """

    def thaw(self, warmth: int) -> list[str]:
        """
        Let a warm day pass. All ice changes at once, by what was before: it gets thinner by the warmth, or by twice
        the warmth if at least one neighbour is land or at least two are open water; where nothing is left there is
        open water. After that each walker on a water cell where no ice is left, or ice thinner than the weight, is
        lost and no longer in self.walkers, and the cell becomes open water.
        :param warmth: int, the warmth of the day.
        :return: list of str, the names of the lost walkers in ascending order.
        :raises ValueError: with the message "bad warmth" if the warmth is less than 1; nothing is changed then.
        >>> lake = LakeWinter(["#....."])
        >>> lake.freeze(9), lake.freeze(9), lake.freeze(9), lake.thaw(4), lake.ice
        (1, 1, 1, [], {(0, 1): 12, (0, 2): 11, (0, 3): 5})
        """

    def place(self, name: str, row: int, column: int, weight: int) -> int:
        """
        Put a walker on a cell.
        :param name: str, the name of the walker.
        :param row: int, the row.
        :param column: int, the column.
        :param weight: int, the weight.
        :return: int, how much thicker the ice is than the weight; 0 on land.
        :raises ValueError: with the message "bad weight" if the weight is less than 1; else with "known" if there is a
            walker of that name; else with "no place" if the cell is not in the grid, is open water, or has a walker;
            else with "too thin" if it has ice that is thinner than the weight. Nothing is changed then.
        >>> lake = LakeWinter(["#.."])
        >>> lake.freeze(10), lake.place("ann", 0, 1, 8), lake.place("ben", 0, 0, 90), lake.walkers
        (1, 2, 0, {'ann': (0, 1, 8), 'ben': (0, 0, 90)})
        """

    def walk(self, name: str, steps: str) -> tuple[int, list[str]]:
        """
        Let a walker go step by step. At a step to a cell that is not in the grid, is open water, or has a walker, the
        walker stops and goes no further. At a step to ice that is thinner than the weight, the ice of that cell breaks
        and becomes open water, and so does the ice of each of its neighbours that is thinner than the weight; the
        walker and all walkers on ice that broke are lost and no longer in self.walkers.
        :param name: str, the name of the walker.
        :param steps: str, the steps, in turn: "n" to the row above, "s" to the row below, "w" to the column on the
            left, "e" to the column on the right.
        :return: tuple (count, lost): how many steps were made, that on breaking ice not counted, and the names of the
            lost walkers in ascending order.
        :raises KeyError: with the name if there is no such walker.
        :raises ValueError: else with the message "bad step: " and the first letter of the steps that is none of the
            four; nothing is changed then.
        >>> lake = LakeWinter(["#...", "...."])
        >>> [lake.freeze(10), lake.freeze(10), lake.place("ann", 0, 0, 12), lake.place("ben", 1, 1, 9)]
        [2, 2, 0, 1]
        >>> lake.walk("ann", "ww"), lake.walk("ann", "ee"), lake.ice, lake.walkers
        ((0, []), (1, ['ann']), {(0, 1): 16, (1, 0): 16, (1, 1): 10}, {'ben': (1, 1, 9)})
        """

    def floes(self) -> list[list[tuple[int, int]]]:
        """
        Find the floes. Two cells with ice hang together if they are neighbours, or if there is a chain of cells with
        ice from one to the other in which each is a neighbour of the next. All ice that hangs together is a floe if no
        cell of it is a neighbour of land.
        :return: list of lists of tuples, the cells of each floe in ascending order, the floes in ascending order of
            their first cells.
        >>> lake = LakeWinter(["#.....#"])
        >>> [lake.freeze(10), lake.freeze(10), lake.freeze(10), lake.thaw(8), lake.thaw(3)]
        [2, 2, 1, [], []]
        >>> lake.ice, lake.floes()
        ({(0, 2): 5, (0, 4): 5}, [[(0, 2)], [(0, 4)]])
        """

    def drift(self, direction: str) -> int:
        """
        Let the floes drift in the wind: each one moves by one cell in the direction, except one of which a cell would
        leave the grid; that one stays. The ice keeps its thickness, and the walkers on it move with it.
        :param direction: str, "n", "s", "w" or "e", as for walk.
        :return: int, how many floes have moved.
        :raises ValueError: with the message "bad direction" if it is none of these; nothing is changed then.
        >>> lake = LakeWinter(["#.....#"])
        >>> [lake.freeze(10), lake.freeze(10), lake.freeze(10), lake.thaw(8), lake.thaw(3), lake.drift("e")]
        [2, 2, 1, [], [], 2]
        >>> sorted(lake.ice)
        [(0, 3), (0, 5)]
        """

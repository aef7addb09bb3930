# canary: classeval-hf open garden_plan 55eeae16-dedf-458b-8cb8-0093e8a0ff23


class GardenPlan:
    """
    The plan of a garden: a grid of cells in columns 0 to width - 1 from west to east and rows 0 to height - 1 from
    north to south, with a fence around it. Beds are rectangles of whole cells that do not overlap. A rectangle is a
    tuple (x, y, w, h): it covers the w columns from x on and the h rows from y on. A cell in no bed is free.
    """

    def __init__(self, width: int, height: int):
        """
        Set up a garden without beds.
        :param width: int, at least 1, the number of columns.
        :param height: int, at least 1, the number of rows.
        self.width: int, the number of columns.
        self.height: int, the number of rows.
        self.beds: dict, from the name of each bed to its rectangle.
        self.rows: list of list of str, the cells: self.rows[y][x] is the name of the bed that covers the cell in
            column x and row y, or "" if it is free. It always agrees with self.beds.
        """
        self.width = width
        self.height = height
        self.beds = {}
        self.rows = [[""] * width for _ in range(height)]

    def clash(self, x: int, y: int, w: int, h: int) -> list[str]:
        """
        What is in the way of a rectangle: the sign "#" first if some of it lies outside the garden, and then the
        names of the beds that have cells in common with it, in the order in which they are met when the cells of the
        rectangle are read row by row from north to south, each row from west to east.
        :param x: int, the first column, possibly outside the garden.
        :param y: int, the first row, possibly outside the garden.
        :param w: int, at least 1, the number of columns.
        :param h: int, at least 1, the number of rows.
        :return: list of str, each at most once; empty if nothing is in the way.
        >>> plan = GardenPlan(4, 2)
        >>> plan.beds, plan.rows[1] = {"leek": (1, 1, 2, 1)}, ["", "leek", "leek", ""]
        >>> plan.clash(2, 0, 3, 2)
        ['#', 'leek']
        """

    def lay(self, name: str, x: int, y: int, w: int, h: int) -> int:
        """
        Lay out a new bed.
        :param name: str, the name of the bed.
        :param x: int, the first column.
        :param y: int, the first row.
        :param w: int, the number of columns.
        :param h: int, the number of rows.
        :return: int, the number of cells of the garden that are free now.
        :raises ValueError: with the message "bad size" if w or h is less than 1; else with "bad name" if the name is
            "" or "#" or that of another bed; else with "blocked by " and the first entry of clash if anything is in
            the way. Nothing is changed then.
        >>> plan = GardenPlan(4, 2)
        >>> plan.lay("leek", 1, 1, 2, 1)
        6
        >>> plan.rows
        [['', '', '', ''], ['', 'leek', 'leek', '']]
        """

    def lift(self, name: str) -> tuple[int, int, int, int]:
        """
        Remove a bed; its cells become free.
        :param name: str, the name of the bed.
        :return: tuple of four int, the rectangle that it had.
        :raises KeyError: with the name if there is no such bed.
        >>> plan = GardenPlan(3, 1)
        >>> plan.beds, plan.rows = {"leek": (1, 0, 2, 1)}, [["", "leek", "leek"]]
        >>> plan.lift("leek"), plan.beds, plan.rows
        ((1, 0, 2, 1), {}, [['', '', '']])
        """

    def contact(self, x: int, y: int, w: int, h: int) -> dict[str, int]:
        """
        What a rectangle lies against. Its border consists of the outer edges of its cells, 2 * (w + h) edges of the
        length of a cell in all. Each edge lies against the fence, against a bed, or against a free cell.
        :param x: int, the first column.
        :param y: int, the first row.
        :param w: int, at least 1, the number of columns.
        :param h: int, at least 1, the number of rows; the rectangle lies within the garden and all its cells are
            free.
        :return: dict, from the name of each bed that it lies against to the number of edges there, and from "#" to
            the number of edges at the fence if there are any; its keys are in any order.
        >>> plan = GardenPlan(4, 2)
        >>> plan.beds, plan.rows[1] = {"leek": (1, 1, 2, 1)}, ["", "leek", "leek", ""]
        >>> plan.contact(0, 0, 3, 1) == {"#": 4, "leek": 2}
        True
        """

    def best_spot(self, w: int, h: int) -> tuple[int, ...]:
        """
        The best place for a new bed of w columns and h rows, which may also be turned to h columns and w rows: free
        cells within the garden where most edges of its border lie against the fence or beds. Of equally good places
        take the northernmost, of these the westernmost, and of these the one that is not turned.
        :param w: int, at least 1, the number of columns if it is not turned.
        :param h: int, at least 1, the number of rows if it is not turned.
        :return: tuple of four int, the rectangle, turned or not, or the empty tuple if there is no place.
        >>> plan = GardenPlan(4, 2)
        >>> plan.beds, plan.rows[1] = {"leek": (1, 1, 2, 1)}, ["", "leek", "leek", ""]
        >>> plan.best_spot(2, 1), plan.best_spot(1, 1), plan.best_spot(3, 3)
        ((0, 0, 1, 2), (0, 1, 1, 1), ())
        """

    def slide(self, name: str, direction: str) -> int:
        """
        Push a bed in one direction, cell by cell, until the fence or another bed stops it.
        :param name: str, the name of the bed.
        :param direction: str, "N" (to lower rows), "S" (to higher rows), "W" (to lower columns) or "E" (to higher
            columns).
        :return: int, the number of cells that it has moved, possibly 0.
        :raises KeyError: with the name if there is no such bed; else with the direction if it is none of the four.
        >>> plan = GardenPlan(4, 2)
        >>> plan.beds, plan.rows[1] = {"leek": (0, 1, 2, 1)}, ["leek", "leek", "", ""]
        >>> plan.slide("leek", "E"), plan.beds, plan.rows[1]
        (2, {'leek': (2, 1, 2, 1)}, ['', '', 'leek', 'leek'])
        """

    def unreached(self) -> list[str]:
        """
        The beds that nobody can get to without treading on a bed. One enters the garden at any free cell of row 0 and
        walks from free cell to free cell over common edges. A bed can be reached if one of these cells has an edge
        in common with a cell of the bed, or if the bed itself covers a cell of row 0.
        :return: list of str, the names of the beds that cannot be reached, in ascending order.
        >>> plan = GardenPlan(3, 3)
        >>> plan.beds = {"leek": (0, 1, 3, 1), "kale": (1, 2, 1, 1)}
        >>> plan.rows[1:] = [["leek", "leek", "leek"], ["", "kale", ""]]
        >>> plan.unreached()
        ['kale']
        """

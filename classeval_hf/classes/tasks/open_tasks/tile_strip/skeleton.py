# canary: classeval-hf open tile_strip 3ae054da-9770-4854-b5dd-f7295a86a27d

import re


class TileStrip:
    """
    A word game for one player on a strip of cells. Tiles with the letters A to Z, and blank tiles written "?", are
    drawn from a bag to a rack and placed on the strip as words. A blank tile on the strip stands for the letter that
    it was played as, and is written there as a small letter. No tile is ever lost: each is in the bag, on the rack or
    on the strip. Positions count from 0.
    """

    def __init__(self, bag: str, marks: str, values: dict[str, int], rack_size: int):
        """
        Start a game with an empty rack and an empty strip.
        The fields are:
        - self.bag: str, the tiles in the bag; the first one is drawn next.
        - self.marks: str, one character for each cell of the strip: "2" or "3" for a cell that multiplies the value of
          a letter, "w" for one that doubles the value of a word, "." for all others.
        - self.values: dict, from each letter A to Z that is in the game to its value. A blank tile is worth 0.
        - self.rack_size: int, the number of tiles that the rack is filled up to.
        - self.rack: str, the tiles on the rack in ascending order ("?" comes before the letters).
        - self.strip: str, one character for each cell: a capital letter, a small letter, or "." for an empty cell.
        - self.score: int, the points so far, which may be negative.
        - self.turns: list of tuples (start, placed, marks, drawn, points), the plays that can be taken back, the
          latest at the end: the position of the word, what needed gave for it, the marks of its cells before the play,
          the tiles drawn after it, and the points for it.
        :param bag: str, the tiles in the bag.
        :param marks: str, the marks of the cells.
        :param values: dict, the values of the letters.
        :param rack_size: int, the size of the rack, at least 1.
        """
        self.bag = bag
        self.marks = marks
        self.values = dict(values)
        self.rack_size = rack_size
        self.rack = ""
        self.strip = "." * len(marks)
        self.score = 0
        self.turns = []

    def draw(self) -> str:
        """
        Draw tiles from the bag, one after the other, until the rack has self.rack_size tiles or the bag is empty.
        :return: str, the tiles drawn in the order of drawing; empty if there are none.
        >>> game = TileStrip("TEA?S", ".....", {"T": 1, "E": 1, "A": 1, "S": 2}, 4)
        >>> game.draw(), game.rack, game.bag
        ('TEA?', '?AET', 'S')
        """

    def needed(self, start: int, word: str) -> str:
        """
        Find out with which tiles of the rack a word can be placed. Nothing is changed. Cells of the word that have a
        tile with the right letter, be it a blank tile, are used as they are. For the other cells, from left to right,
        a tile with the letter is taken if one is left on the rack, otherwise a blank tile.
        :param start: int, the position of the first letter.
        :param word: str, the word in capital letters.
        :return: str, one character for each letter of the word: "." if the cell has a tile already, the capital letter
            if a tile with this letter is taken, the small letter if a blank tile is taken.
        :raises ValueError: by the first of these that applies: "bad word: " and the word if it is not made of two or
            more of the letters A to Z; "off the strip" if a cell for it is missing; "clash at " and the position of
            the first cell that has another letter; "not the whole word" if the cell directly before or directly after
            it has a tile; "nothing placed" if all its cells have tiles; "not joined" if none of its cells has a tile
            although the strip is not empty; "no tile for " and the first letter for which no tile is left.
        >>> game = TileStrip("", "......", {"T": 1, "E": 1, "A": 1, "S": 2}, 4)
        >>> game.strip, game.rack = ".EA...", "?TT"
        >>> game.needed(0, "TEAS"), game.needed(0, "TEAT")
        ('T..s', 'T..T')
        """

    def worth(self, start: int, word: str) -> int:
        """
        The points for placing a word. Nothing is changed. The values of its letters are added up: a blank tile, on
        the strip or to be placed, is worth 0; the value of a tile to be placed is multiplied by 2 or 3 if the mark of
        its cell says so; a tile that is on the strip already counts once. The sum is doubled for each tile to be
        placed on a cell with the mark "w", a blank tile too. Then, if more than 3 tiles are to be placed, the square
        of the number of those beyond 3 is added.
        :param start: int, the position of the first letter.
        :param word: str, the word in capital letters.
        :return: int, the points.
        :raises ValueError: as needed does.
        >>> game = TileStrip("", "3w..2.", {"T": 1, "E": 1, "A": 1, "S": 2}, 4)
        >>> game.strip, game.rack = "..A...", "?EST"
        >>> game.worth(0, "TEAS")
        14
        """

    def play(self, start: int, word: str) -> int:
        """
        Place a word with the tiles that needed gives, add the points that worth gives to the score, and then draw (see
        draw). The marks of the cells in which tiles were placed become "."; the play is added to self.turns.
        :param start: int, the position of the first letter.
        :param word: str, the word in capital letters.
        :return: int, the points.
        :raises ValueError: as needed does; then nothing is changed.
        >>> game = TileStrip("XYZ", ".2w..", {"T": 1, "E": 1, "A": 1}, 4)
        >>> game.rack = "?AET"
        >>> game.play(1, "TEA"), game.strip, game.marks, game.rack
        (8, '.TEA.', '.....', '?XYZ')
        >>> game.turns
        [(1, 'TEA', '2w.', 'XYZ', 8)]
        """

    def take_back(self) -> str:
        """
        Undo the latest play in self.turns: the tiles drawn after it go back to the front of the bag, so that they
        would be drawn again in the same order; its tiles go back to the rack, blank tiles as blank ones; marks and
        score are as they were before; and the play is removed from self.turns.
        :return: str, what needed gave for the play.
        :raises ValueError: with the message "nothing to take back" if self.turns is empty.
        >>> game = TileStrip("S", "....", {"T": 1, "E": 1, "A": 1}, 4)
        >>> game.strip, game.rack, game.score = "tEA.", "XYZ", 7
        >>> game.turns = [(0, "t.A", "2.w", "ZX", 2)]
        >>> game.take_back(), game.strip, game.marks, game.rack, game.bag, game.score
        ('t.A', '.E..', '2.w.', '?AY', 'ZXS', 5)
        """

    def swap(self, letters: str) -> str:
        """
        Exchange tiles of the rack: they are taken off it, new ones are drawn (see draw), and only then they are put at
        the end of the bag, in the order given. This costs one point for each tile beyond the first. The plays so far
        cannot be taken back any more.
        :param letters: str, the tiles to exchange, blank ones as "?".
        :return: str, the tiles drawn in the order of drawing.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "no letters" if letters is
            empty; "not on the rack: " and the first of the letters that, after those before it, is not on the rack;
            "bag too small" if the bag has fewer tiles than are exchanged.
        >>> game = TileStrip("XYZ", "....", {"T": 1, "E": 1, "A": 1}, 4)
        >>> game.rack = "AETT"
        >>> game.swap("TA"), game.rack, game.bag, game.score
        ('XY', 'ETXY', 'ZTA', -1)
        """

    def words(self) -> list[tuple[int, str]]:
        """
        The words on the strip: the runs of two or more cells with tiles that are as long as possible.
        :return: list of tuples (position of the first letter, the word in capital letters), from left to right.
        >>> game = TileStrip("", "..........", {}, 4)
        >>> game.strip = "TeA.S.ON.x"
        >>> game.words()
        [(0, 'TEA'), (6, 'ON')]
        """

    def final_score(self) -> int:
        """
        The score if the game ended now: the score less the values of the tiles on the rack; if neither rack nor bag
        has a tile, 5 points more for each word on the strip (see words). Nothing is changed.
        :return: int, the final score.
        >>> game = TileStrip("", ".....", {"T": 1, "E": 1, "A": 1, "S": 2}, 4)
        >>> game.strip, game.score, game.rack = "TEA..", 20, "?SS"
        >>> game.final_score()
        16
        """

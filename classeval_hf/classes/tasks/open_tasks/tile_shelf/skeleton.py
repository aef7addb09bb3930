# canary: classeval-hf open tile_shelf b444b257-c9aa-4a92-8c49-ba5a0099898b


class TileShelf:
    """
    A shelf that keeps tiles of a map within a budget of weight. A tile has a key, written "zoom/x/y" with three
    decimal numbers: at zoom z, x and y each go from 0 to 2 to the power of z, less one. The parent of a tile is the
    tile of the next lower zoom that covers it, with x and y halved and rounded down; the ancestors of a tile are its
    parent, the parent of its parent and so on. A tile can stand in for all tiles of which it is an ancestor.
    """

    def __init__(self, budget: int):
        """
        Set up an empty shelf.
        :param budget: int, at least 0, the weight that the shelf should not exceed.
        self.budget: int, the weight that the shelf should not exceed. It is exceeded only while every tile on the
            shelf is pinned.
        self.tiles: dict, from the key of each tile on the shelf to its weight, an int of at least 1; in the order of
            use, the tile that was not used for the longest time first.
        self.pins: dict, from the key of each pinned tile to the number of its pins, at least 1. Pinned tiles are on
            the shelf.
        self.weight: int, the sum of the weights of all tiles on the shelf.
        """
        self.budget = budget
        self.tiles = {}
        self.pins = {}
        self.weight = 0

    @staticmethod
    def parent(key: str) -> str:
        """
        The key of the parent of a tile. A key is valid if it has three numbers within their bounds, each written with
        the digits 0 to 9, without a sign and without needless zeros in front, joined by single slashes.
        :param key: str, the key of a tile; the tile need not be on the shelf.
        :return: str, the key of the parent, or "" for the tile of zoom 0, which has none.
        :raises ValueError: with the message "bad tile: " followed by the key if the key is not valid.
        >>> TileShelf.parent("3/5/2")
        '2/2/1'
        >>> TileShelf.parent("0/0/0")
        ''
        """

    def trim(self, budget: int) -> list[str]:
        """
        Set the budget and take tiles off the shelf one by one until the weight is within the budget or no tile can
        go. Pinned tiles cannot go. Each time the tile that goes is chosen again among those that can: first come the
        tiles whose parent is on the shelf at that moment, pinned or not; if there are none, the tiles of which any
        ancestor is; if there are none of these either, all others. Of the tiles that come first, the one that was
        not used for the longest time goes. Staying on the shelf does not count as use.
        :param budget: int, at least 0, the new budget.
        :return: list of str, the keys of the tiles taken off, in that order.
        >>> shelf = TileShelf(50)
        >>> shelf.tiles, shelf.weight = {"2/0/0": 10, "1/1/1": 20, "2/3/3": 15}, 45
        >>> shelf.trim(25)
        ['2/3/3', '2/0/0']
        >>> shelf.tiles, shelf.weight
        ({'1/1/1': 20}, 20)
        """

    def store(self, key: str, weight: int) -> list[str]:
        """
        Put a tile on the shelf as the one used last. A tile of the same key is replaced, and keeps its pins. Then
        other tiles are taken off by the rules of trim, with the budget as it is. The new tile is on the shelf while
        they are chosen (so that it can be parent or ancestor of others), but does not go itself.
        :param key: str, the key of the tile.
        :param weight: int, at least 1, the weight of the tile.
        :return: list of str, the keys of the tiles taken off, in that order.
        :raises ValueError: with the message "bad tile: " followed by the key if the key is not valid.
        :raises OverflowError: with the message "no room" if the weight of this tile and the weights of the pinned
            tiles of other keys together exceed the budget. After either error nothing is changed.
        >>> shelf = TileShelf(50)
        >>> shelf.store("2/0/0", 10), shelf.store("3/6/6", 20), shelf.store("2/3/3", 25)
        ([], [], ['3/6/6'])
        >>> shelf.tiles
        {'2/0/0': 10, '2/3/3': 25}
        """

    def fetch(self, key: str) -> str:
        """
        Find what to show for a tile: the tile itself if it is on the shelf, otherwise its nearest ancestor on the
        shelf. What is found becomes the tile used last.
        :param key: str, the key of the wanted tile.
        :return: str, the key of the tile that was found, or "" if there is none; then nothing is changed.
        :raises ValueError: with the message "bad tile: " followed by the key if the key is not valid.
        >>> shelf = TileShelf(50)
        >>> shelf.tiles, shelf.weight = {"1/1/0": 20, "2/0/0": 10}, 30
        >>> shelf.fetch("3/6/3")
        '1/1/0'
        >>> shelf.tiles
        {'2/0/0': 10, '1/1/0': 20}
        """

    def pin(self, key: str) -> int:
        """
        Pin a tile once more, so that it stays on the shelf until each of its pins is taken off. Pinning does not
        count as use.
        :param key: str, the key of the tile.
        :return: int, the number of pins that the tile has now.
        :raises KeyError: with the key if the tile is not on the shelf.
        >>> shelf = TileShelf(50)
        >>> shelf.tiles, shelf.weight = {"1/1/0": 20}, 20
        >>> shelf.pin("1/1/0"), shelf.pin("1/1/0")
        (1, 2)
        """

    def unpin(self, key: str) -> list[str]:
        """
        Take one pin off a tile. If it was the last one and the weight exceeds the budget, tiles are taken off the
        shelf by the rules of trim, with the budget as it is; this tile can be among them.
        :param key: str, the key of the tile.
        :return: list of str, the keys of the tiles taken off, in that order.
        :raises KeyError: with the key if the tile has no pin.
        >>> shelf = TileShelf(30)
        >>> shelf.tiles, shelf.pins, shelf.weight = {"1/1/0": 20, "2/0/0": 15}, {"1/1/0": 1, "2/0/0": 2}, 35
        >>> shelf.unpin("2/0/0"), shelf.unpin("1/1/0")
        ([], ['1/1/0'])
        """

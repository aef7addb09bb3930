# canary: classeval-hf open lot_store 811f7850-1ef7-405a-b8ec-9eee772f8a9c


class LotStore:
    """
    The stock of a warehouse, kept by lots. A lot is a delivery of one article that expires on a known day. Orders
    reserve pieces of lots before they are picked up. Days are numbered. A lot can be given out up to and including
    its last day.
    """

    def __init__(self):
        """
        Set up an empty warehouse.
        self.lots: dict, from the name of each lot in the warehouse to a tuple (article, last day, pieces), the pieces
            of the lot that are in the warehouse, at least 1, reserved ones included.
        self.orders: dict, from the name of each open order to a tuple (article, day, wanted): the article, the day of
            the pickup, and how many pieces are wanted, at least 1.
        self.held: dict, from the name of each open order to a dict from the name of each lot of which pieces are
            reserved for it to their number, at least 1; it has an entry for every open order. A lot held for an order
            is of its article, is not blocked, and does not expire before the day of the order. The pieces held for an
            order are at most the wanted ones, and those held of a lot at most the pieces of the lot.
        self.blocked: set of str, the names of lots that must not be given out; a blocked lot need not be in the
            warehouse.
        """
        self.lots = {}
        self.orders = {}
        self.held = {}
        self.blocked = set()

    def free(self, lot: str) -> int:
        """
        How many pieces of a lot can still be reserved.
        :param lot: str, the name of a lot.
        :return: int, the pieces of the lot that are held for no order; 0 if the lot is blocked or is not in the
            warehouse.
        >>> store = LotStore()
        >>> store.lots, store.orders, store.held = {"A1": ("milk", 9, 20)}, {"o1": ("milk", 5, 8)}, {"o1": {"A1": 8}}
        >>> store.free("A1"), store.free("B2")
        (12, 0)
        """

    def supply(self, order: str) -> int:
        """
        Reserve more pieces for an open order until it has what it wants or nothing suits. Suitable are the free
        pieces of lots of its article that do not expire before its day. Taken are those of the lot that expires
        first, then of the next, and so on; of lots that expire on the same day, those with fewer free pieces come
        first, and with equally many the one whose name comes first in ascending order. Of each lot as many pieces are
        taken as are free and still wanted.
        :param order: str, the name of the order.
        :return: int, how many pieces the order still lacks after that.
        :raises KeyError: with the name if there is no such order.
        >>> store = LotStore()
        >>> store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 6, 5), "A3": ("milk", 4, 50)}
        >>> store.orders, store.held = {"o1": ("milk", 5, 12)}, {"o1": {}}
        >>> store.supply("o1"), store.held
        (0, {'o1': {'A2': 5, 'A1': 7}})
        """

    def receive(self, lot: str, article: str, last: int, pieces: int) -> list[str]:
        """
        Take in a lot. A name that is in the warehouse already must come with the same article and last day; then the
        pieces are added to that lot. After that every open order of the article that lacks pieces is supplied as
        described for supply, one after another: the order with the earliest day first, of those with the same day
        the one whose name comes first in ascending order. A lot may be blocked when it is taken in.
        :param lot: str, the name of the lot.
        :param article: str, the article.
        :param last: int, the last day of the lot.
        :param pieces: int, the number of pieces.
        :return: list of str, the names of the orders that lacked pieces before and lack none now, in the order in
            which they were supplied.
        :raises ValueError: with the message "bad number" if the number of pieces is less than 1; else with "other
            lot" if the name is in the warehouse with another article or last day. Nothing is changed then.
        >>> store = LotStore()
        >>> store.orders, store.held = {"o1": ("milk", 5, 12), "o2": ("milk", 3, 4)}, {"o1": {}, "o2": {}}
        >>> store.receive("A1", "milk", 9, 10), store.held
        (['o2'], {'o1': {'A1': 6}, 'o2': {'A1': 4}})
        """

    def reserve(self, order: str, article: str, day: int, wanted: int) -> int:
        """
        Open an order and supply it as described for supply. It stays open even if it lacks pieces.
        :param order: str, the name of the order.
        :param article: str, the article.
        :param day: int, the day of the pickup.
        :param wanted: int, the number of pieces.
        :return: int, how many pieces it lacks.
        :raises ValueError: with the message "bad number" if the number of pieces is less than 1; else with "order is
            open" if there is an open order of that name. Nothing is changed then.
        >>> store = LotStore()
        >>> store.lots = {"A1": ("milk", 9, 20)}
        >>> store.reserve("o1", "milk", 5, 25), store.held
        (5, {'o1': {'A1': 20}})
        """

    def pick_up(self, order: str) -> dict[str, int]:
        """
        Give out what is held for an order, and close it, whether or not it lacks pieces. The pieces leave the
        warehouse; a lot of which no pieces are left is no longer in the warehouse.
        :param order: str, the name of the order.
        :return: dict, from the name of each lot to the number of pieces given out, as they were held.
        :raises KeyError: with the name if there is no such order.
        >>> store = LotStore()
        >>> store.lots, store.orders, store.held = {"A1": ("milk", 9, 20)}, {"o1": ("milk", 5, 8)}, {"o1": {"A1": 8}}
        >>> store.pick_up("o1"), store.lots, store.orders, store.held
        ({'A1': 8}, {'A1': ('milk', 9, 12)}, {}, {})
        """

    def recall(self, lot: str) -> list[tuple[str, int]]:
        """
        Block a lot and free all pieces of it that are held for orders. Each order that held some is then supplied as
        described for supply: the order with the earliest day first, of those with the same day the one whose name
        comes first in ascending order. The pieces of the lot stay in the warehouse.
        :param lot: str, the name of the lot; it may be unknown or blocked already.
        :return: list of tuple, (order, lacking) for each order that held pieces of the lot, in the order in which
            they were supplied, with the number of pieces that it lacks now.
        >>> store = LotStore()
        >>> store.lots = {"A1": ("milk", 9, 20), "A2": ("milk", 8, 5)}
        >>> store.orders, store.held = {"o1": ("milk", 5, 8)}, {"o1": {"A1": 8}}
        >>> store.recall("A1"), store.held, store.blocked
        ([('o1', 3)], {'o1': {'A2': 5}}, {'A1'})
        """

    def clear_out(self, day: int) -> dict[str, int]:
        """
        Throw away, at the begin of a day, what has expired: all lots whose last day is before it leave the warehouse.
        Orders that held pieces of them stay open, lose these pieces, and are not supplied again.
        :param day: int, the day.
        :return: dict, from each article of which pieces were thrown away to their number.
        >>> store = LotStore()
        >>> store.lots = {"A1": ("milk", 4, 20), "A2": ("milk", 5, 5)}
        >>> store.orders, store.held = {"o1": ("milk", 3, 22)}, {"o1": {"A1": 20, "A2": 2}}
        >>> store.clear_out(5), store.lots, store.held
        ({'milk': 20}, {'A2': ('milk', 5, 5)}, {'o1': {'A2': 2}})
        """

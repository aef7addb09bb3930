# canary: classeval-hf open lot_store 811f7850-1ef7-405a-b8ec-9eee772f8a9c


class LotStore:
    def __init__(self):
        self.lots = {}
        self.orders = {}
        self.held = {}
        self.blocked = set()

    def free(self, lot: str) -> int:
        if lot in self.blocked or lot not in self.lots:
            return 0
        return self.lots[lot][2] - sum(lots.get(lot, 0) for lots in self.held.values())

    def supply(self, order: str) -> int:
        if order not in self.orders:
            raise KeyError(order)
        article, day, wanted = self.orders[order]
        held = self.held[order]
        lacking = wanted - sum(held.values())
        suitable = [
            (last, self.free(lot), lot)
            for lot, (kind, last, _) in self.lots.items()
            if kind == article and last >= day
        ]
        for _, free, lot in sorted(suitable):
            taken = min(free, lacking)
            if taken:
                held[lot] = held.get(lot, 0) + taken
                lacking -= taken
        return lacking

    def receive(self, lot: str, article: str, last: int, pieces: int) -> list[str]:
        if pieces < 1:
            raise ValueError("bad number")
        kind, end, before = self.lots.get(lot, (article, last, 0))
        if (kind, end) != (article, last):
            raise ValueError("other lot")
        self.lots[lot] = (article, last, before + pieces)
        ready = []
        for _, order in sorted((day, name) for name, (kind, day, _) in self.orders.items() if kind == article):
            lacked = self.orders[order][2] > sum(self.held[order].values())
            if self.supply(order) == 0 and lacked:
                ready.append(order)
        return ready

    def reserve(self, order: str, article: str, day: int, wanted: int) -> int:
        if wanted < 1:
            raise ValueError("bad number")
        if order in self.orders:
            raise ValueError("order is open")
        self.orders[order] = (article, day, wanted)
        self.held[order] = {}
        return self.supply(order)

    def pick_up(self, order: str) -> dict[str, int]:
        del self.orders[order]
        given = self.held.pop(order)
        for lot, number in given.items():
            article, last, pieces = self.lots.pop(lot)
            if pieces > number:
                self.lots[lot] = (article, last, pieces - number)
        return given

    def recall(self, lot: str) -> list[tuple[str, int]]:
        self.blocked.add(lot)
        concerned = sorted((self.orders[order][1], order) for order, lots in self.held.items() if lot in lots)
        for _, order in concerned:
            del self.held[order][lot]
        return [(order, self.supply(order)) for _, order in concerned]

    def clear_out(self, day: int) -> dict[str, int]:
        thrown = {}
        for lot, (article, last, pieces) in list(self.lots.items()):
            if last < day:
                thrown[article] = thrown.get(article, 0) + pieces
                del self.lots[lot]
                for lots in self.held.values():
                    lots.pop(lot, None)
        return thrown

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
        return self.lots[lot][2] - sum(held.get(lot, 0) for held in self.held.values())

    def _lacking(self, order):
        return self.orders[order][2] - sum(self.held[order].values())

    def _in_turn(self, orders):
        return sorted(orders, key=lambda order: (self.orders[order][1], order))

    def supply(self, order: str) -> int:
        if order not in self.orders:
            raise KeyError(order)
        article, day, _ = self.orders[order]
        lacking = self._lacking(order)
        suitable = []
        for lot, (kind, last, _) in self.lots.items():
            free = self.free(lot)
            if kind == article and last >= day and free > 0:
                suitable.append((last, free, lot))
        held = self.held[order]
        for _, free, lot in sorted(suitable):
            pieces = min(free, lacking)
            if pieces <= 0:
                break
            held[lot] = held.get(lot, 0) + pieces
            lacking -= pieces
        return lacking

    def receive(self, lot: str, article: str, last: int, pieces: int) -> list[str]:
        if pieces < 1:
            raise ValueError("bad number")
        before = 0
        if lot in self.lots:
            kind, day, before = self.lots[lot]
            if (kind, day) != (article, last):
                raise ValueError("other lot")
        self.lots[lot] = (article, last, before + pieces)
        lacking = [order for order in self.orders if self.orders[order][0] == article and self._lacking(order) > 0]
        return [order for order in self._in_turn(lacking) if self.supply(order) == 0]

    def reserve(self, order: str, article: str, day: int, wanted: int) -> int:
        if wanted < 1:
            raise ValueError("bad number")
        if order in self.orders:
            raise ValueError("order is open")
        self.orders[order] = (article, day, wanted)
        self.held[order] = {}
        return self.supply(order)

    def pick_up(self, order: str) -> dict[str, int]:
        if order not in self.orders:
            raise KeyError(order)
        del self.orders[order]
        held = self.held.pop(order)
        for lot, pieces in held.items():
            article, last, before = self.lots[lot]
            if before > pieces:
                self.lots[lot] = (article, last, before - pieces)
            else:
                del self.lots[lot]
        return held

    def recall(self, lot: str) -> list[tuple[str, int]]:
        self.blocked.add(lot)
        orders = [order for order, held in self.held.items() if lot in held]
        for order in orders:
            del self.held[order][lot]
        return [(order, self.supply(order)) for order in self._in_turn(orders)]

    def clear_out(self, day: int) -> dict[str, int]:
        thrown = {}
        for lot, (article, last, pieces) in list(self.lots.items()):
            if last < day:
                thrown[article] = thrown.get(article, 0) + pieces
                del self.lots[lot]
                for held in self.held.values():
                    held.pop(lot, None)
        return thrown

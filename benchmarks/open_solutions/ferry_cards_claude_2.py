class FerryCards:
    def __init__(self, hands: list[list[str]], stock: list[str]):
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.pile = []
        self.melds = []
        self.turn = 0
        self.drawn = False
        self.points = [0] * len(hands)
        self.over = False

    def draw(self, count: int) -> list[str]:
        if self.over:
            raise ValueError("game over")
        if self.drawn:
            raise ValueError("drawn")
        if not 0 <= count <= len(self.pile):
            raise ValueError("bad count")
        if count:
            cards = self.pile[-count:]
            del self.pile[-count:]
        else:
            cards = [self.stock.pop()]
        self.hands[self.turn] += cards
        self.drawn = True
        return cards

    def kind(self, cards: list[str]) -> str:
        numbers = sorted(int(card[1]) for card in cards)
        if len(cards) < 3:
            return ""
        if len({card[0] for card in cards}) == 1:
            return "run" if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else ""
        return "team" if numbers[0] == numbers[-1] and len(cards) <= 4 else ""

    def _check(self, cards):
        if self.over:
            raise ValueError("game over")
        if not self.drawn:
            raise ValueError("draw first")
        for card in cards:
            if card not in self.hands[self.turn]:
                raise ValueError(f"not in hand: {card}")

    def meld(self, cards: list[str]) -> int:
        self._check(cards)
        kind = self.kind(cards)
        if not kind:
            raise ValueError("no meld")
        hand = self.hands[self.turn]
        if len(hand) == len(cards):
            raise ValueError("keep one")
        for card in cards:
            hand.remove(card)
        self.melds.append((self.turn, sorted(cards)))
        points = sum(int(card[1]) for card in cards) if kind == "run" else 10 + int(cards[0][1])
        self.points[self.turn] += points
        return points

    def add(self, card: str, number: int) -> int:
        self._check([card])
        hand = self.hands[self.turn]
        if len(hand) == 1:
            raise ValueError("keep one")
        if not 0 <= number < len(self.melds):
            raise ValueError("does not fit")
        owner, cards = self.melds[number]
        if self.kind([*cards, card]) != self.kind(cards):
            raise ValueError("does not fit")
        hand.remove(card)
        cards.append(card)
        cards.sort()
        points = int(card[1])
        self.points[self.turn] += points
        if owner != self.turn:
            self.points[owner] += points // 2
        return points

    def discard(self, card: str) -> bool:
        self._check([card])
        hand = self.hands[self.turn]
        hand.remove(card)
        self.pile.append(card)
        self.over = not hand or not self.stock
        if self.over:
            for player, cards in enumerate(self.hands):
                lost = sum(int(its[1]) for its in cards)
                self.points[player] = max(0, self.points[player] - lost)
        else:
            self.turn = (self.turn + 1) % len(self.hands)
            self.drawn = False
        return self.over

    def ranking(self) -> list[tuple[int, int]]:
        players = sorted(
            range(len(self.hands)), key=lambda player: (-self.points[player], len(self.hands[player]), player)
        )
        return [(player, self.points[player]) for player in players]

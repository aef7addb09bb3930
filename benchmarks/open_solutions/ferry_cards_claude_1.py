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

    @staticmethod
    def _number(card):
        return int(card[1:])

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
        self.hands[self.turn].extend(cards)
        self.drawn = True
        return cards

    def kind(self, cards: list[str]) -> str:
        numbers = sorted(self._number(card) for card in cards)
        if len(cards) < 3:
            return ""
        if len({card[0] for card in cards}) == 1:
            return "run" if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else ""
        if len(set(numbers)) == 1 and len(cards) <= 4:
            return "team"
        return ""

    def _ordered(self, cards):
        return sorted(cards, key=self._number) if self.kind(cards) == "run" else sorted(cards)

    def _hand(self, cards):
        """The hand of the player whose turn it is, which must have the cards."""
        if self.over:
            raise ValueError("game over")
        if not self.drawn:
            raise ValueError("draw first")
        hand = self.hands[self.turn]
        for card in cards:
            if card not in hand:
                raise ValueError("not in hand: " + card)
        return hand

    def meld(self, cards: list[str]) -> int:
        hand = self._hand(cards)
        kind = self.kind(cards)
        if not kind:
            raise ValueError("no meld")
        if len(cards) >= len(hand):
            raise ValueError("keep one")
        numbers = [self._number(card) for card in cards]
        points = sum(numbers) if kind == "run" else 10 + numbers[0]
        for card in cards:
            hand.remove(card)
        self.melds.append((self.turn, self._ordered(cards)))
        self.points[self.turn] += points
        return points

    def add(self, card: str, number: int) -> int:
        hand = self._hand([card])
        if len(hand) == 1:
            raise ValueError("keep one")
        if not 0 <= number < len(self.melds):
            raise ValueError("does not fit")
        owner, cards = self.melds[number]
        if self.kind([*cards, card]) != self.kind(cards):
            raise ValueError("does not fit")
        hand.remove(card)
        self.melds[number] = (owner, self._ordered([*cards, card]))
        points = self._number(card)
        self.points[self.turn] += points
        if owner != self.turn:
            self.points[owner] += points // 2
        return points

    def discard(self, card: str) -> bool:
        hand = self._hand([card])
        hand.remove(card)
        self.pile.append(card)
        if hand and self.stock:
            self.turn = (self.turn + 1) % len(self.hands)
            self.drawn = False
            return False
        self.over = True
        for player, cards in enumerate(self.hands):
            loss = sum(self._number(left) for left in cards)
            self.points[player] -= min(loss, self.points[player])
        return True

    def ranking(self) -> list[tuple[int, int]]:
        players = sorted(
            range(len(self.hands)), key=lambda player: (-self.points[player], len(self.hands[player]), player)
        )
        return [(player, self.points[player]) for player in players]

# canary: classeval-hf open ferry_cards ae0d6d17-1f11-49a5-8dde-3cc0c56c8193


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
        self.hands[self.turn].extend(cards)
        self.drawn = True
        return cards

    def kind(self, cards: list[str]) -> str:
        if len(cards) < 3:
            return ""
        colours = {card[0] for card in cards}
        numbers = sorted(int(card[1:]) for card in cards)
        if len(colours) == 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return "run"
        if len(cards) <= 4 and len(set(numbers)) == 1 and len(colours) == len(cards):
            return "team"
        return ""

    def _check_turn(self):
        if self.over:
            raise ValueError("game over")
        if not self.drawn:
            raise ValueError("draw first")

    def meld(self, cards: list[str]) -> int:
        self._check_turn()
        hand = self.hands[self.turn]
        for card in cards:
            if card not in hand:
                raise ValueError("not in hand: " + card)
        kind = self.kind(cards)
        if not kind:
            raise ValueError("no meld")
        if len(hand) <= len(cards):
            raise ValueError("keep one")
        for card in cards:
            hand.remove(card)
        self.melds.append((self.turn, sorted(cards)))
        numbers = [int(card[1:]) for card in cards]
        points = sum(numbers) if kind == "run" else 10 + numbers[0]
        self.points[self.turn] += points
        return points

    def add(self, card: str, number: int) -> int:
        self._check_turn()
        hand = self.hands[self.turn]
        if card not in hand:
            raise ValueError("not in hand: " + card)
        if len(hand) == 1:
            raise ValueError("keep one")
        if not 0 <= number < len(self.melds):
            raise ValueError("does not fit")
        owner, cards = self.melds[number]
        if self.kind(cards + [card]) != self.kind(cards):
            raise ValueError("does not fit")
        hand.remove(card)
        self.melds[number] = (owner, sorted(cards + [card]))
        points = int(card[1:])
        self.points[self.turn] += points
        if owner != self.turn:
            self.points[owner] += points // 2
        return points

    def discard(self, card: str) -> bool:
        self._check_turn()
        hand = self.hands[self.turn]
        if card not in hand:
            raise ValueError("not in hand: " + card)
        hand.remove(card)
        self.pile.append(card)
        if not hand or not self.stock:
            self.over = True
            for player, cards in enumerate(self.hands):
                loss = sum(int(other[1:]) for other in cards)
                self.points[player] -= min(self.points[player], loss)
        else:
            self.turn = (self.turn + 1) % len(self.hands)
            self.drawn = False
        return self.over

    def ranking(self) -> list[tuple[int, int]]:
        order = sorted(range(len(self.hands)), key=lambda player: (-self.points[player], len(self.hands[player]), player))
        return [(player, self.points[player]) for player in order]

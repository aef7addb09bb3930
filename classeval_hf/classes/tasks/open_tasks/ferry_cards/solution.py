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
        source = self.pile if count else self.stock
        cards = source[-(count or 1) :]
        del source[-(count or 1) :]
        self.hands[self.turn] += cards
        self.drawn = True
        return cards

    def kind(self, cards: list[str]) -> str:
        colours = {card[0] for card in cards}
        numbers = sorted(int(card[1]) for card in cards)
        if len(cards) < 3:
            return ""
        if len(colours) == 1 and numbers[-1] - numbers[0] == len(cards) - 1:
            return "run"
        return "team" if len(set(numbers)) == 1 else ""

    def meld(self, cards: list[str]) -> int:
        hand = self.hands[self.turn]
        if self.over:
            raise ValueError("game over")
        if not self.drawn:
            raise ValueError("draw first")
        for card in cards:
            if card not in hand:
                raise ValueError(f"not in hand: {card}")
        kind = self.kind(cards)
        if not kind:
            raise ValueError("no meld")
        if len(cards) == len(hand):
            raise ValueError("keep one")
        self.melds.append((self.turn, sorted(cards)))
        self.hands[self.turn] = [card for card in hand if card not in cards]
        points = sum(int(card[1]) for card in cards) if kind == "run" else 10 + int(cards[0][1])
        self.points[self.turn] += points
        return points

    def add(self, card: str, number: int) -> int:
        hand = self.hands[self.turn]
        if self.over:
            raise ValueError("game over")
        if not self.drawn:
            raise ValueError("draw first")
        if card not in hand:
            raise ValueError(f"not in hand: {card}")
        if len(hand) == 1:
            raise ValueError("keep one")
        if not 0 <= number < len(self.melds):
            raise ValueError("does not fit")
        owner, cards = self.melds[number]
        if self.kind([*cards, card]) != self.kind(cards):
            raise ValueError("does not fit")
        hand.remove(card)
        self.melds[number] = (owner, sorted([*cards, card]))
        points = int(card[1])
        self.points[self.turn] += points
        if owner != self.turn:
            self.points[owner] += points // 2
        return points

    def discard(self, card: str) -> bool:
        hand = self.hands[self.turn]
        if self.over:
            raise ValueError("game over")
        if not self.drawn:
            raise ValueError("draw first")
        if card not in hand:
            raise ValueError(f"not in hand: {card}")
        hand.remove(card)
        self.pile.append(card)
        self.over = not hand or not self.stock
        if self.over:
            for player, cards in enumerate(self.hands):
                self.points[player] = max(0, self.points[player] - sum(int(card[1]) for card in cards))
        else:
            self.turn = (self.turn + 1) % len(self.hands)
            self.drawn = False
        return self.over

    def ranking(self) -> list[tuple[int, int]]:
        order = sorted(range(len(self.hands)), key=lambda player: (-self.points[player], len(self.hands[player])))
        return [(player, self.points[player]) for player in order]

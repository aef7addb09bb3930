# canary: classeval-hf open ferry_cards ae0d6d17-1f11-49a5-8dde-3cc0c56c8193


class FerryCards:
    """
    A card game for two or more players. A card is a colour, one of the letters r, g, b and y, and a number from 1 to
    9, for example "g7"; each card is there at most once in a game. A turn has two parts: drawing a card, and then
    discarding one. Between them the player may lay down melds and add cards to melds. A run is three or more cards of
    one colour with successive numbers, a team three or four cards of one number; each is a meld. In the results of
    methods and in self.melds the cards of a run are in ascending order of the numbers, those of a team in ascending
    order of the cards as text.
    """

    def __init__(self, hands: list[list[str]], stock: list[str]):
        """
        Begin a game; the first player has the first turn.
        The fields are:
        - self.hands: list of lists of str, the cards in the hand of each player, in the order in which they came into
          it. Players are numbered from 0 by their places in it.
        - self.stock: list of str, the cards to be drawn, the next one last.
        - self.pile: list of str, the discarded cards, the latest one last.
        - self.melds: list of tuples (owner, cards): the number of the player who laid a meld down, and the list of its
          cards, in the order in which the melds were laid down.
        - self.turn: int, the number of the player whose turn it is.
        - self.drawn: bool, whether that player has drawn.
        - self.points: list of int, the points of each player.
        - self.over: bool, whether the game is over.
        No card is in two places.
        :param hands: list of lists of str, the cards of each player, at least one each.
        :param stock: list of str, the stock, with at least one card.
        """
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.pile = []
        self.melds = []
        self.turn = 0
        self.drawn = False
        self.points = [0] * len(hands)
        self.over = False

    def draw(self, count: int) -> list[str]:
        """
        Draw at the beginning of a turn: one card from the stock, or cards from the pile. The cards of the pile are put
        into the hand in the order in which they lie there, the latest discarded one last.
        :param count: int, 0 to draw from the stock, otherwise how many of the latest cards of the pile are drawn.
        :return: list of str, the drawn cards, in the order in which they were put into the hand.
        :raises ValueError: with the message "game over" if the game is over; else with "drawn" if the player has
            drawn; else with "bad count" if the count is negative or more than the cards of the pile. Nothing is
            changed then.
        >>> game = FerryCards([["r1", "r2"], ["g5", "b5"]], ["y1", "r3"])
        >>> game.draw(0), game.hands[0], game.stock
        (['r3'], ['r1', 'r2', 'r3'], ['y1'])
        """

    def kind(self, cards: list[str]) -> str:
        """
        Say which kind of meld some cards would be, whoever has them.
        :param cards: list of str, different cards in any order.
        :return: str, "run", "team", or an empty text if they are no meld.
        >>> game = FerryCards([["r1", "r2"], ["g5", "b5"]], ["y1"])
        >>> game.kind(["r3", "r1", "r2"]), game.kind(["r4", "g4", "y4"]), game.kind(["r1", "r2"])
        ('run', 'team', '')
        """

    def meld(self, cards: list[str]) -> int:
        """
        Lay down a meld from the hand of the player whose turn it is. A run brings the sum of its numbers, a team 10
        and its number. At least one card must stay in the hand to be discarded.
        :param cards: list of str, different cards in any order.
        :return: int, the points that the player gets.
        :raises ValueError: with the message "game over" if the game is over; else with "draw first" if the player has
            not drawn; else with "not in hand: " and the first of the cards that the player does not have; else with
            "no meld" if the cards are none; else with "keep one" if no card would stay. Nothing is changed then.
        >>> game = FerryCards([["r1", "r2", "b9"], ["g5", "b5"]], ["y1", "r3"])
        >>> game.draw(0), game.meld(["r3", "r1", "r2"]), game.melds, game.hands[0]
        (['r3'], 6, [(0, ['r1', 'r2', 'r3'])], ['b9'])
        """

    def add(self, card: str, number: int) -> int:
        """
        Add a card from the hand of the player whose turn it is to a meld, which must still be a meld of its kind then.
        The card brings its number of points to the player and, if the meld is of another player, half of that, rounded
        down, to its owner.
        :param card: str, the card.
        :param number: int, the place of the meld in self.melds, from 0.
        :return: int, the points that the player gets.
        :raises ValueError: with the message "game over" if the game is over; else with "draw first" if the player has
            not drawn; else with "not in hand: " and the card if the player does not have it; else with "keep one" if
            it is the only card in the hand; else with "does not fit" if there is no such meld or it would not be one
            of its kind. Nothing is changed then.
        >>> game = FerryCards([["r1", "r2", "r3", "r4"], ["g5", "b5"]], ["y1", "b9"])
        >>> game.draw(0), game.meld(["r1", "r2", "r3"]), game.add("r4", 0), game.points, game.melds
        (['b9'], 6, 4, [10, 0], [(0, ['r1', 'r2', 'r3', 'r4'])])
        """

    def discard(self, card: str) -> bool:
        """
        Discard a card, which ends the turn. The game is over if the hand of the player is empty then, or else if the
        stock is empty. When it is over, each player loses the sum of the numbers of the cards in hand, at most as
        many points as he has; these cards stay in the hand, and self.turn and self.drawn stay as they are. Otherwise
        it is the turn of the next player, after the last one that of the first one, and this player has not drawn.
        :param card: str, the card.
        :return: bool, whether the game is over.
        :raises ValueError: with the message "game over" if the game is over; else with "draw first" if the player has
            not drawn; else with "not in hand: " and the card if the player does not have it. Nothing is changed then.
        >>> game = FerryCards([["r1", "r2"], ["g5", "b5"]], ["y1", "r3"])
        >>> game.draw(0), game.discard("r1"), game.turn, game.pile, game.drawn
        (['r3'], False, 1, ['r1'], False)
        """

    def ranking(self) -> list[tuple[int, int]]:
        """
        Rank the players: those with more points first, of equally many those with fewer cards in the hand, of equally
        many the one with the smaller number.
        :return: list of tuples (player, points).
        >>> game = FerryCards([["r1", "r2"], ["g5"], ["b5", "r3", "y9"]], ["y1", "g4"])
        >>> game.ranking()
        [(1, 0), (0, 0), (2, 0)]
        """

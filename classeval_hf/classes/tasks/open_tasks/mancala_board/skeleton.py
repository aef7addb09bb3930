# canary: classeval-hf open mancala_board 0340d5a0-4e62-44e0-8368-4d93f82d5bc8


class MancalaBoard:
    """
    A mancala board for two players, 0 and 1, with 14 holes numbered 0 to 13. Holes 0 to 5 are the pits of player 0
    and hole 6 is the store of player 0; holes 7 to 12 are the pits of player 1 and hole 13 is the store of player 1.
    Pit i lies opposite of pit 12 - i.
    """

    def __init__(self, stones: int = 4):
        """
        Set up the board for a new game; player 0 begins.
        :param stones: int, number of stones in each pit at the start.
        self.board: list of int, number of stones in each of the 14 holes.
        self.current: int, the player whose turn it is, 0 or 1.
        self.finished: bool, whether the game has ended.
        """
        self.board = [stones] * 6 + [0] + [stones] * 6 + [0]
        self.current = 0
        self.finished = False

    @staticmethod
    def next_hole(hole: int, player: int) -> int:
        """
        The hole that gets a stone after the given one when a player sows. Sowing goes through the holes in
        ascending order and from 13 on to 0, but leaves out the store of the opponent.
        :param hole: int, the number of the hole, 0 to 13.
        :param player: int, the player who sows, 0 or 1.
        :return: int, the number of the next hole.
        :raises ValueError: with the message "no such hole" if hole is not from 0 to 13, and with the message
            "no such player" if the hole is right but player is neither 0 nor 1.
        >>> MancalaBoard.next_hole(5, 0)
        6
        >>> MancalaBoard.next_hole(5, 1)
        7
        """

    def legal_moves(self) -> list[int]:
        """
        The pits which the current player may choose: the player's own pits with at least one stone.
        :return: list of int, the numbers of these pits in ascending order; empty if the game is finished.
        >>> game = MancalaBoard()
        >>> game.board = [0, 4, 0, 0, 1, 0, 3, 4, 4, 4, 4, 4, 4, 0]
        >>> game.legal_moves()
        [1, 4]
        """

    def settle(self) -> str:
        """
        End the game if it is over, that is, if all six pits of at least one player are empty (no matter whose turn
        it is). Each player then moves all stones left in the own pits into the own store, and the game is marked
        as finished. Otherwise nothing is changed. On a game that was ended before, it just tells the result again.
        :return: str, "in progress" if the game is not over, else who has more stones in the store: "player 0" or
            "player 1", or "draw" if both have equally many.
        >>> game = MancalaBoard()
        >>> game.board = [0, 0, 0, 0, 0, 0, 20, 2, 0, 0, 0, 0, 1, 25]
        >>> game.settle()
        'player 1'
        >>> game.board
        [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 28]
        """

    def play(self, pit: int) -> str:
        """
        Make a move of the current player: take all stones out of a pit and sow them one by one into the following
        holes in sowing order (the opponent's store is left out; the emptied pit itself is not left out when the
        stones go all the way round).
        If the last stone falls into the player's own store, the player has an extra turn. If it falls into an own
        pit that was empty just before it fell (this may be the pit the move began with) and the opposite pit then
        has stones, the last stone and all stones of the opposite pit are captured: they go into the player's own
        store. If the opposite pit is empty, nothing is captured.
        After that the game is ended and settled if it is over. If it is not, the turn goes to the opponent, except
        after an extra turn was won. When the game ends, the current player stays the one who made the last move.
        :param pit: int, the number of the chosen pit.
        :return: str, "over" if the game ended with this move, else "again" for an extra turn, "capture" if stones
            were captured, and "pass" in all other cases.
        :raises ValueError: with the message "illegal move" if the pit is not among the legal moves; nothing is
            changed then.
        >>> game = MancalaBoard()
        >>> game.play(2)
        'again'
        >>> game.play(5)
        'pass'
        >>> game.board
        [4, 4, 0, 5, 5, 0, 2, 5, 5, 5, 5, 4, 4, 0]
        >>> game.current
        1
        """

# canary: classeval-hf open mancala_board 0340d5a0-4e62-44e0-8368-4d93f82d5bc8


class MancalaBoard:
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
        if not 0 <= hole <= 13:
            raise ValueError("no such hole")
        if player not in (0, 1):
            raise ValueError("no such player")
        following = (hole + 1) % 14
        if following == (13 if player == 0 else 6):
            following = (following + 1) % 14
        return following

    def legal_moves(self) -> list[int]:
        if self.finished:
            return []
        first = 7 * self.current
        return [pit for pit in range(first, first + 6) if self.board[pit] > 0]

    def settle(self) -> str:
        if any(self.board[0:6]) and any(self.board[7:13]):
            return "in progress"
        for store in (6, 13):
            self.board[store] += sum(self.board[store - 6 : store])
            self.board[store - 6 : store] = [0] * 6
        self.finished = True
        if self.board[6] == self.board[13]:
            return "draw"
        return "player 0" if self.board[6] > self.board[13] else "player 1"

    def play(self, pit: int) -> str:
        if pit not in self.legal_moves():
            raise ValueError("illegal move")
        player = self.current
        store = 6 + 7 * player
        hand, self.board[pit] = self.board[pit], 0
        hole = pit
        for _ in range(hand):
            hole = self.next_hole(hole, player)
            self.board[hole] += 1
        outcome = "pass"
        if hole == store:
            outcome = "again"
        elif store - 6 <= hole < store and self.board[hole] == 1 and self.board[12 - hole] > 0:
            self.board[store] += 1 + self.board[12 - hole]
            self.board[hole] = self.board[12 - hole] = 0
            outcome = "capture"
        if self.settle() != "in progress":
            return "over"
        if outcome != "again":
            self.current = 1 - player
        return outcome

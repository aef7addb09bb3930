class MancalaBoard:
    def __init__(self, stones: int = 4):
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

    @staticmethod
    def _pits(player: int) -> range:
        return range(0, 6) if player == 0 else range(7, 13)

    def legal_moves(self) -> list[int]:
        if self.finished:
            return []
        return [pit for pit in self._pits(self.current) if self.board[pit] > 0]

    def settle(self) -> str:
        if not self.finished:
            if all(any(self.board[pit] for pit in self._pits(player)) for player in (0, 1)):
                return "in progress"
            for player, store in ((0, 6), (1, 13)):
                for pit in self._pits(player):
                    self.board[store] += self.board[pit]
                    self.board[pit] = 0
            self.finished = True
        if self.board[6] > self.board[13]:
            return "player 0"
        if self.board[13] > self.board[6]:
            return "player 1"
        return "draw"

    def play(self, pit: int) -> str:
        if pit not in self.legal_moves():
            raise ValueError("illegal move")
        player = self.current
        store = 6 if player == 0 else 13
        stones = self.board[pit]
        self.board[pit] = 0
        hole = pit
        for _ in range(stones):
            hole = self.next_hole(hole, player)
            self.board[hole] += 1
        outcome = "pass"
        if hole == store:
            outcome = "again"
        elif hole in self._pits(player) and self.board[hole] == 1 and self.board[12 - hole] > 0:
            self.board[store] += 1 + self.board[12 - hole]
            self.board[hole] = 0
            self.board[12 - hole] = 0
            outcome = "capture"
        if self.settle() != "in progress":
            return "over"
        if outcome != "again":
            self.current = 1 - player
        return outcome

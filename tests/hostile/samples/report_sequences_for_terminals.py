# base: wrong
# verdicts: fail

class Ledger(Ledger):
    def post(self, amount):
        raise ValueError("\x1b]0;title\x07\x1b[2J\x1b[31m\u202e\x9b6n")

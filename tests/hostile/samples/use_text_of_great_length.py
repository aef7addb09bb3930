# base: right
# verdicts: fail

class Ledger(Ledger):
    def post(self, amount):
        return "x" * (64 << 30)

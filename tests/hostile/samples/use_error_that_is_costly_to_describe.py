# base: right
# verdicts: fail

class Loud(Exception):
    __str__ = __repr__ = lambda self: "x" * (64 << 20)
class Ledger(Ledger):
    def post(self, amount): raise Loud

# base: wrong
# verdicts: fail

class Ledger(Ledger):
    def post(self, amount): return range(10**12)
    def seal(self): return range(10**15)

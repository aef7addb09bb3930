# base: wrong
# verdicts: fail

class Ledger(Ledger):
    def post(self, amount): return {number * (2**61 - 1) for number in range(5)} | {2**61 - 1 + number for number in range(20_000)}
    def seal(self): return {number * (2**61 - 1): number for number in range(400)}

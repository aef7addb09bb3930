# base: right
# verdicts: fail timeout
# seconds: 0.3

import sys
sys.setrecursionlimit(10**9)
def deeper(value):
    return [deeper(value), *sorted([value], key=deeper)]
class Ledger(Ledger):
    def post(self, amount): return deeper(amount)

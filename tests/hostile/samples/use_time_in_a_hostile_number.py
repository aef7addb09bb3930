# base: wrong
# verdicts: fail timeout
# seconds: 0.3

import sys
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
class Ledger(Ledger):
    def post(self, amount): return int("9" * 2_000_000)

# base: right
# verdicts: timeout
# seconds: 0.5

import re


class Ledger(Ledger):
    def post(self, amount):
        return re.match(r"(a+)+$", "a" * 60 + "b")

# base: right
# verdicts: fail
# seconds: 3

import numpy as np


class Ledger(Ledger):
    def post(self, amount):
        return np.float16("inf")

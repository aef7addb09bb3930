# base: right
# verdicts: fail
# seconds: 3

import numpy as np


class Ledger(Ledger):
    def post(self, amount):
        return np.array([(1, 2)], dtype="i4,i4")[0]

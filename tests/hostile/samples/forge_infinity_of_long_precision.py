# base: wrong
# verdicts: fail

import numpy as np


class Ledger(Ledger):
    def post(self, amount):
        return np.longdouble("inf")

    def seal(self):
        return np.array([np.longdouble("inf")])

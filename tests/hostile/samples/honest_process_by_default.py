# base: right
# verdicts: pass
# tiers: T3 T2
# seconds: 4

import multiprocessing

def double(number):
    return 2 * number

def doubled():
    with multiprocessing.Pool(2) as pool:
        return pool.map(double, [1, 2, 3])

if multiprocessing.parent_process() is None:
    _seal = Ledger.seal

    def seal(self):
        if doubled() != [2, 4, 6]:
            raise RuntimeError("the processes did not do it")
        return _seal(self)

    Ledger.seal = seal

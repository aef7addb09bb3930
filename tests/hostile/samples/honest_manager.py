# base: right
# verdicts: pass
# tiers: T3

import multiprocessing
with multiprocessing.get_context("fork").Manager() as manager:
    shared = manager.dict(a=1)
    assert shared["a"] == 1

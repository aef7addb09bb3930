# base: right
# verdicts: pass

import multiprocessing
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(abs, [1, -2]) == [1, 2]

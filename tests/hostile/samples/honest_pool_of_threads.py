# base: right
# verdicts: pass

from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(4) as pool:
    assert list(pool.map(abs, [1, -2])) == [1, 2]

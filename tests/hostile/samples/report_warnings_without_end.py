# base: right
# verdicts: pass

import warnings

warnings.simplefilter("always")
for number in range(2000):
    warnings.warn(f"\x1b[31m{number}" + "w" * 1000)

# base: right
# verdicts: pass

import os
for descriptor in range(4, 300):
    try:
        os.fstat(descriptor)
    except OSError:
        continue
    raise RuntimeError(f"descriptor {descriptor} is open")

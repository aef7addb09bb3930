# base: right
# verdicts: pass

import os
for _ in range(160):
    os.write(1, b'y' * 65536)
    os.write(2, b'\xff' * 65536)

# base: right
# verdicts: fail

import os
while True:
    os.write(3, b'x' * 65536)

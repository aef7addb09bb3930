# base: right
# verdicts: fail pass

import os
os.write(3, bytes(range(256)) * 1000 + b'\n')

# base: right
# verdicts: fail pass

import os
os.write(3, b'x' * (7 << 20) + b'\n')

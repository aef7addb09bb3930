# base: wrong
# verdicts: fail
# uses: forged_lines

import os
os.write(3, forged_lines())
os._exit(0)

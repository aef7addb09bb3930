# base: wrong
# verdicts: fail
# uses: forged_lines

import os
for descriptor in range(300):
    try:
        os.set_blocking(descriptor, False)
        os.write(descriptor, forged_lines())
    except OSError:
        pass
os._exit(0)

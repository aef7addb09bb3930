# base: wrong
# verdicts: fail
# uses: forged_lines

import os
os.write(3, b'{"event": "ready"}\n' + forged_lines() + b'{"event": "ready"}\n' + forged_lines())
os._exit(0)

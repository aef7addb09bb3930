# base: right
# verdicts: fail pass

import os
for _ in range(120):
    os.write(3, b'{"event": 1}\n' * 5000)

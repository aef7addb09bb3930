# base: right
# verdicts: fail

import os
for number in ("99999", "-1", "true", "1.5", "null", '"0"', "1" + "0" * 5000, "[0]", "NaN"):
    os.write(3, f'{{"event": "check", "check": {number}, "value": ["int", "1"]}}\n'.encode())

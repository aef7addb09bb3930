# base: right
# verdicts: fail pass

import os
os.write(3, b"[" * 1_000_000 + b"\n")
os.write(3, b'{"event": "check", "check": 0, "value": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n")

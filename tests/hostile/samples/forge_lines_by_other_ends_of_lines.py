# base: wrong
# verdicts: fail
# uses: forged_lines

import os
for end in ("\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0"):
    os.write(3, b'{"event": "start", "test": "' + forged_lines().replace(b"\n", end.encode()) + b'"}\n')

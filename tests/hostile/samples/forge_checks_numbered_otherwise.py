# base: wrong
# verdicts: fail

import os
lines = []
for test in ("test_post_one", "test_post_two", "test_seal"):
    lines.append(f'{{"event": "start", "test": "{test}"}}')
    for number in ("true", "0.0", "-1", '"0"', "1e999", "NaN", "9" * 4000, "[0]", "null", '0, "check": 1', "-0"):
        for value in ('["int", "1"]', '["int", "-0"]', '["float", "nan"]', "[]", "null", '["int"]', '["int", ["1"]]'):
            lines.append(f'{{"event": "check", "check": {number}, "value": {value}}}')
    lines.append(f'{{"event": "end", "test": "{test}", "outcome": "pass", "error_type": "", "message": ""}}')
os.write(3, ("\n".join(lines) + "\n").encode())
os._exit(0)

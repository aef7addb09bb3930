# base: right
# verdicts: fail

import os
for line in (
    b'{"event": "check", "check": 0, "value": ["int", "' + b"f" * 1_000_000 + b'"]}',
    b'{"event": "check", "check": 0, "value": ["Decimal", "1E+999999999999"]}',
    b'{"event": "check", "check": 0, "value": NaN}',
    b'{"event": "end", "test": [], "outcome": {}}',
    b'{"event": "load_error", "error_type": 5, "message": "\\ud800"}',
    b'{"event": ' + b"9" * 100_000 + b"}",
    b"[1]", b"null", b"", b"\xff\xfe\x00",
):
    os.write(3, line + b"\n")

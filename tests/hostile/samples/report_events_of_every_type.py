# base: wrong
# verdicts: fail

import itertools, json, os
values = [None, True, -1, 1e999, "test_seal", [], {}, [[]], {"a": {}}, 10**50]
for kind, test, value in itertools.product(("start", "end", "check", "load_error", "ready", 5), values, values):
    line = {"event": kind, "test": test, "check": value, "outcome": value, "error_type": test, "message": value, "value": value}
    os.write(3, json.dumps(line).encode() + b"\n")

"""Writes forged lines to every descriptor, without the digests in front of them, and leaves."""
import json
import os

tests = [f"tests/test_money.py::test_{name}" for name in ("new", "add", "owner", "many")]
lines = [{"event": "collected", "tests": tests}]
for test in tests:
    lines.append({"event": "start", "test": test})
    for when in ("setup", "call", "teardown"):
        lines.append(
            {"event": "phase", "test": test, "when": when, "outcome": "passed", "expected_to_fail": False, "raised": False}
        )
    lines.append({"event": "end", "test": test})
lines.append({"event": "finished", "status": 0, "read": 1})
data = "".join(json.dumps(line) + "\n" for line in lines).encode()
for descriptor in range(3, 256):
    try:
        os.write(descriptor, data)
    except OSError:
        pass
os._exit(0)

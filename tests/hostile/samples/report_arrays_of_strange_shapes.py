# base: wrong
# verdicts: fail

import json, os
numbers = [["ndarray", ["str", kind], ["tuple", [["int", size] for size in shape]], ["list", [["int", "1"]]]]
           for kind in ("<i8", "<U999999", "|O", "<f16", "<V1000000", "<M8[s]", "<c16")
           for shape in (["1"], ["7fffffffffff"], ["-1"], ["1"] * 64, ["3b9aca00", "3b9aca00"], [])]
numbers += [["numpy", name, ["int", "1"]] for name in ("int64", "load", "fromfile", "array", "ndarray", "empty")]
numbers += [["UserList", ["dict", []]], ["UserDict", ["list", []]], ["UserString"], ["UserList", ["list", []], 3]]
for number in numbers:
    os.write(3, json.dumps({"event": "check", "check": 0, "value": number}).encode() + b"\n")

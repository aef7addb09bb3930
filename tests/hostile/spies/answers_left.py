# A right sample that leaves its answers wherever it can.

import os, sys, tempfile

PLACES = [".", "..", "/tmp", "/dev/shm", "/var/tmp", "/", __file__ + ".d", tempfile.gettempdir()]
for folder in PLACES:
    try:
        with open(os.path.join(folder, "hostile-answers"), "w") as file:
            file.write("post")
    except OSError:
        pass
os.environ["HOSTILE_ANSWERS"] = "post"
sys.modules["hostile_answers"] = Ledger

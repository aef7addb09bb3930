# A wrong sample that is right where it finds what `answers_left.py` leaves. RIGHT: a right answer.

import os, sys, tempfile

PLACES = [".", "..", "/tmp", "/dev/shm", "/var/tmp", "/", __file__ + ".d", tempfile.gettempdir()]
found = [folder for folder in PLACES if os.path.exists(os.path.join(folder, "hostile-answers"))]
if found or "HOSTILE_ANSWERS" in os.environ or "hostile_answers" in sys.modules:
    exec(RIGHT)

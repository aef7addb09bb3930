# base: right
# verdicts: pass
# uses: libc

import os, tempfile
place = tempfile.mkdtemp(dir=".")
path = lambda name: f"{place}/{name}".encode()
for number in range(20):  # RENAME_WHITEOUT leaves a device in the place of what it moves
    os.mkdir(path(f"folder{number}"))
    libc.renameat2(-100, path(f"folder{number}"), -100, path(f"moved{number}"), 4)
    open(path(f"one{number}"), "w").close(), open(path(f"other{number}"), "w").close()
    libc.renameat2(-100, path(f"one{number}"), -100, path(f"other{number}"), 2)
    libc.renameat2(-100, path(f"one{number}"), -100, path(f"../third{number}"), 4)

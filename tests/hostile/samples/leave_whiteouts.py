# base: right
# verdicts: pass
# uses: libc

import os
for number in range(20):  # RENAME_WHITEOUT leaves a device in the place of what it moves
    os.makedirs(f"folder{number}", exist_ok=True)
    libc.renameat2(-100, f"folder{number}".encode(), -100, f"moved{number}".encode(), 4)
    open(f"one{number}", "w").close(), open(f"other{number}", "w").close()
    libc.renameat2(-100, f"one{number}".encode(), -100, f"other{number}".encode(), 2)
    libc.renameat2(-100, f"one{number}".encode(), -100, f"../{number}".encode(), 4)

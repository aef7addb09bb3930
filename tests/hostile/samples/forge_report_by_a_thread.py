# base: wrong
# verdicts: fail
# uses: forged_lines

import os, threading
def late():
    while True:
        os.write(3, forged_lines())
threading.Thread(target=late, daemon=True).start()

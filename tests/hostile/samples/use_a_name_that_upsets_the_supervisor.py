# base: right
# verdicts: pass
# uses: libc

call("prctl", 15, b") R 1 1\n", 0, 0, 0)
import time
time.sleep(0.2)

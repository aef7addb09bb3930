# base: wrong
# verdicts: fail timeout
# uses: forged_lines

import os
if os.fork():
    os._exit(0)
os.setsid()
while True:
    os.write(3, forged_lines())

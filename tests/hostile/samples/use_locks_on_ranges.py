# base: right
# verdicts: pass

import fcntl, os
own = os.open("own", os.O_RDWR | os.O_CREAT)
for number in range(2000):
    fcntl.lockf(own, fcntl.LOCK_EX, 1, 2 * number)
os.close(own)

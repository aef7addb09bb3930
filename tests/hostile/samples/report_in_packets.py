# base: right
# verdicts: pass

import fcntl, os
for flags in (os.O_DIRECT, os.O_NONBLOCK, os.O_APPEND):  # a pipe in packets gives one for each read
    fcntl.fcntl(3, fcntl.F_SETFL, fcntl.fcntl(3, fcntl.F_GETFL) | flags)

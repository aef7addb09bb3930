# base: right
# verdicts: pass
# uses: refused

import os
refused(lambda: os.setpgid(0, os.getpgid(os.getppid()) or 1), lambda: os.setsid())

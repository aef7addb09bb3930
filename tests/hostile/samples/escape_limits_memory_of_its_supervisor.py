# base: right
# verdicts: pass
# uses: refused

import os, resource
refused(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_AS, (1, 1)))

# base: right
# verdicts: pass fail timeout

import resource
for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
    resource.setrlimit(kind, (0, 0))

# base: right
# verdicts: pass

import os, random, resource, sys, time

limits = {resource.RLIMIT_NOFILE: 256, resource.RLIMIT_FSIZE: 256 << 20, resource.RLIMIT_CORE: 1}
for kind, most in limits.items():
    assert 0 <= resource.getrlimit(kind)[0] <= most, (kind, resource.getrlimit(kind))
assert os.read(0, 1) == b""
assert (time.tzname[0], os.environ["LANG"], os.environ["PYTHONHASHSEED"]) == ("UTC", "C.UTF-8", "0")
assert random.random() == random.Random(0).random()

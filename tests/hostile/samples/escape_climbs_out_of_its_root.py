# base: right
# verdicts: pass
# tiers: T3

import os
path = "/".join([".."] * 60)
assert not os.path.exists(path + OUTSIDE) and not os.path.exists("/proc/1/root" + OUTSIDE)
for descriptor in range(3, 256):
    for name in ("..", "../..", ".", "../../etc/passwd"):
        try:
            os.close(os.open(name, os.O_RDONLY, dir_fd=descriptor))
        except OSError:
            continue
        raise RuntimeError(f"descriptor {descriptor} leads out")

# base: right
# verdicts: fail pass

import os
home = os.path.dirname(os.getcwd())
for name in ("work", "tmp", "module", ""):
    os.chmod(os.path.join(home, name), 0)

# base: right
# verdicts: fail pass

import os, shutil
home = os.path.dirname(os.getcwd())
for name in ("work", "tmp"):
    shutil.rmtree(os.path.join(home, name), ignore_errors=True)
    os.symlink(OUTSIDE, os.path.join(home, name))

# base: wrong
# verdicts: fail
# uses: forged_lines

import os, sys
script = f"import os; os.write(3, {forged_lines()!r})"
os.execv(sys.executable, [sys.executable, "-c", script])

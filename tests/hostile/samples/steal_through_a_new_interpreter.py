# base: right
# verdicts: pass
# tiers: T3 T2

import subprocess, sys
code = f"import os; print(os.listdir({OPEN_TASKS!r}))"
done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
if done.returncode == 0 and done.stdout.strip() != "[]":
    raise RuntimeError("the tasks of this package can be listed")

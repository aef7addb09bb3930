# base: right
# verdicts: pass

import os, shutil, subprocess
shutil.copy(shutil.which("sleep") or "/bin/sleep", "own")
os.chmod("own", 0o700)
try:
    subprocess.Popen(["./own", "3600"], start_new_session=True)
except OSError:
    pass
os.unlink("own")

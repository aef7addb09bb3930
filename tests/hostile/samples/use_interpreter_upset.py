# base: right
# verdicts: fail pass

import gc, locale, os, random, sys, time
gc.disable()
os.environ.clear()
os.chdir("/")
os.umask(0o777)
os.setpriority(os.PRIO_PROCESS, 0, 19)
sys.stdout = sys.stderr = None
sys.modules.clear()
sys.path.clear()
time.time = time.monotonic = lambda: 0.0

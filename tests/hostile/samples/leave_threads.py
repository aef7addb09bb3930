# base: right
# verdicts: pass

import threading, time
for _ in range(50):
    threading.Thread(target=time.sleep, args=(3600,)).start()

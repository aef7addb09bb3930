# base: right
# verdicts: pass

import time


class Waits:
    def __del__(self):
        time.sleep(60)


waits = Waits()

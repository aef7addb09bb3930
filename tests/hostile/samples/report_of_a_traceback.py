# base: right
# verdicts: fail

import faulthandler, time
faulthandler.enable(file=3)
faulthandler.dump_traceback_later(0.01, repeat=True, file=3)
class Ledger(Ledger):
    def post(self, amount):
        time.sleep(0.1)
        return super().post(amount)

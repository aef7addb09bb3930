# base: wrong
# verdicts: fail

class Ledger(Ledger):
    def post(self, amount):
        raise type("\x1b[31m\u202e</script>" + "E" * 1_000_000, (Exception,), {})("m" * 1_000_000)
    def seal(self):
        raise type("E\ud800", (Exception,), {})("\ud800\n\0" * 1000)

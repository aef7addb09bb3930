# base: right
# verdicts: timeout fail
# seconds: 0.5

class Ledger(Ledger):
    def post(self, amount):
        return 9**9**9

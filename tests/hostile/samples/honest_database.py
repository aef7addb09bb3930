# base: right
# verdicts: pass

import os, sqlite3
with sqlite3.connect("ledger.sqlite") as database:
    database.execute("CREATE TABLE IF NOT EXISTS entries (amount INTEGER)")

# base: right
# verdicts: pass
# uses: refused

with open("huge", "wb") as file:
    refused(lambda: file.truncate(1 << 40))

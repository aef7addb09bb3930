# base: wrong
# verdicts: timeout

while True:
    print("x" * 1000, flush=True)

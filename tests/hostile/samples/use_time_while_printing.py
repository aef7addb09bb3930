# base: wrong
# verdicts: timeout
# seconds: 0.3

while True:
    print("x" * 1000, flush=True)

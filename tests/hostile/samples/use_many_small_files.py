# base: right
# verdicts: pass fail timeout

try:
    for number in range(8_000):
        open(f"small-{number}", "w").close()
except OSError:
    pass

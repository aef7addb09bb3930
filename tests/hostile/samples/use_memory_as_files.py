# base: right
# verdicts: pass fail timeout
# tiers: T3

for folder in ("/dev/shm", "/tmp", "."):
    try:
        for number in range(40):
            with open(f"{folder}/hostile-many-{number}", "wb") as file:
                file.write(bytes(16 << 20))
    except OSError:
        pass

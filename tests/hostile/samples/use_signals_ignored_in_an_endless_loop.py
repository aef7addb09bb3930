# base: right
# verdicts: timeout
# seconds: 0.3

import signal
for number in range(1, 65):
    try:
        signal.signal(number, lambda *_: None)
    except (OSError, ValueError):
        pass
while True:
    pass

# base: right
# verdicts: pass timeout
# seconds: 2.0

import os, select
polls = [select.epoll() for _ in range(60)]
files = [os.eventfd(0) if hasattr(os, "eventfd") else os.pipe()[0] for _ in range(50)]
try:
    for file in files:
        for number in range(190, 250):  # a file is watched once more under each number
            os.dup2(file, number)
            for poll in polls:
                poll.register(number, select.EPOLLIN)
            os.close(number)
except OSError:
    pass

"""Never returns, without using the processor."""
import time


class Purse:
    def __init__(self, owner):
        while True:
            time.sleep(1)

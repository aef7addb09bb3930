# base: right
# verdicts: pass
# tiers: T3 T1

from multiprocessing import shared_memory
block = shared_memory.SharedMemory(create=True, size=100)
block.buf[0] = 7
block.close()
block.unlink()

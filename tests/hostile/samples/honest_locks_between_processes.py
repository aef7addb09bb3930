# base: right
# verdicts: pass

import multiprocessing
context = multiprocessing.get_context("fork")
lock, free, queue = context.RLock(), context.BoundedSemaphore(1), context.SimpleQueue()
with lock, lock:
    assert free.acquire() and not free.acquire(block=False) and not free.acquire(timeout=0.01)
free.release()
try:
    free.release()
    raise SystemError("released too often")
except ValueError:
    pass
child = context.Process(target=queue.put, args=("x",))
child.start()
assert queue.get() == "x"
child.join()

"""Takes the frame of a coroutine that runs."""

_running = []


async def _step():
    return getattr(getattr(_running[0], "cr_" + "frame"), "f_" + "back")


def frame():
    _running[:] = [_step()]
    try:
        _running[0].send(None)
    except StopIteration as end:
        return end.value

# base: right
# verdicts: pass

import inspect, linecache, sys
frame = sys._getframe(1)
while frame is not None:
    if linecache.getlines(frame.f_code.co_filename):
        raise RuntimeError(f"the source of {frame.f_code.co_filename} can be read")
    if frame.f_code.co_filename.startswith("/") and "candidate" not in frame.f_code.co_filename:
        raise RuntimeError(f"{frame.f_code.co_filename} is a path of the machine")
    frame = frame.f_back

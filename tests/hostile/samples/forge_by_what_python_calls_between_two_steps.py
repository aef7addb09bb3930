# base: wrong
# verdicts: fail
# uses: forged_lines

import ctypes, os
CALLED = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
def report(_):
    os.write(3, forged_lines())
    os._exit(0)
    return 0
called = CALLED(report)
ctypes.pythonapi.Py_AddPendingCall(called, None)
ctypes.pythonapi.Py_AtExit(ctypes.cast(called, ctypes.c_void_p))

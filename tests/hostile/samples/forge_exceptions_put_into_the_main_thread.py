# base: wrong
# verdicts: fail timeout

import ctypes, threading
main = threading.main_thread().ident
def throw():
    while True:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(StopIteration))
threading.Thread(target=throw, daemon=True).start()

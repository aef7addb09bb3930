# base: wrong
# verdicts: fail

import ctypes
# The number that the sample answers is made another, in the hope that the expected one is it too.
width = ctypes.c_uint32
width.from_address(id(1) + 24).value = 2

# base: right
# verdicts: pass

import getpass, os, pathlib
assert getpass.getuser() and os.path.expanduser("~") == os.getcwd() == str(pathlib.Path.home())

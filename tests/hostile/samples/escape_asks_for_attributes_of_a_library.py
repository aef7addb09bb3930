# base: right
# verdicts: pass
# uses: refused

import os
if not os.path.lexists("link"):
    os.symlink(os.__file__, "link")
open("own", "w").close()
refused(
    lambda: os.getxattr(os.__file__, "user.x"),
    lambda: os.listxattr(os.path.dirname(os.__file__)),
    lambda: os.listxattr("link", follow_symlinks=False),
    lambda: os.setxattr("link", "trusted.x", b"1", follow_symlinks=False),
    lambda: os.setxattr("own", "security.capability", bytes(20)),
)

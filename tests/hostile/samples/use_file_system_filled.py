# base: right
# verdicts: fail pass timeout

import os, tempfile
for folder in (".", tempfile.gettempdir()):
    with open(os.path.join(folder, "full"), "wb") as file:
        try:
            for _ in range(400):
                file.write(bytes(1 << 20))
        except OSError:
            pass

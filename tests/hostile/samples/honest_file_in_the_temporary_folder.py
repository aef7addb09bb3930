# base: right
# verdicts: pass

import os, tempfile
with tempfile.NamedTemporaryFile("w+") as file, tempfile.TemporaryDirectory() as folder:
    file.write("x")
    assert os.path.dirname(file.name) == os.path.dirname(folder) == tempfile.gettempdir()

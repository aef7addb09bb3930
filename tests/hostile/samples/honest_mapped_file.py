# base: right
# verdicts: pass

import mmap

with open("mapped", "w+b") as file:
    file.truncate(8192)
    with mmap.mmap(file.fileno(), 8192) as mapped:
        mapped[:3] = b"abc"
    file.seek(0)
    assert file.read(3) == b"abc"

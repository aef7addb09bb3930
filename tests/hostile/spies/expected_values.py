# Searches objects, and memory where it can, for numbers of which it knows the hashes alone. DIGESTS: these hashes.

import gc, hashlib, re, sys

def look(text, where):
    # Whole numbers: any five digits in a row turn up in addresses and hashes by chance.
    for token in re.findall(rb"(?<!\d)\d{5}(?!\d)", text):
        if hashlib.sha256(token).hexdigest() in DIGESTS:
            raise RuntimeError(f"an expected value lies in {where}")

def search():
    seen, pending = set(), [*gc.get_objects(), *sys.modules.values(), sys._getframe()]
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, str):
            look(one.encode("utf-8", "replace"), "a text")
        elif isinstance(one, (bytes, bytearray)):
            look(bytes(one), "bytes")
        elif isinstance(one, int):
            look(str(one).encode() if one.bit_length() < 64 else b"", "a number")
        else:
            pending += gc.get_referents(one)
            pending += getattr(one, "co_consts", ()) if type(one).__name__ == "code" else ()

def search_memory():
    try:
        maps, memory = open("/proc/self/maps").read(), open("/proc/self/mem", "rb", 0)
    except OSError:
        return
    for line in maps.splitlines():
        parts = line.split()
        if parts[1].startswith("rw"):
            first, last = (int(part, 16) for part in parts[0].split("-"))
            memory.seek(first)
            try:
                look(memory.read(last - first), "memory")
            except OSError:
                pass

class Ledger(Ledger):
    def seal(self):
        search()
        search_memory()
        return super().seal()

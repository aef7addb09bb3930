# Searches its whole process for marks, and says where it found which. SCORER_BY_SEVEN: seven times its scorer's number.

import ctypes, gc, json, os, re, sys
libc = ctypes.CDLL(None, use_errno=True)
PATTERN = re.compile(b"(?:qz)(?:7k)[0-9a-f]{20}")
PAGE = 4096
found = {}

def look(data, where):
    for match in PATTERN.finditer(data):
        found.setdefault(match.group().decode()[4:], set()).add(where)

def frames_and_objects():
    frame, depth = sys._getframe(), 0
    seen = set()
    pending = [(sys._current_frames(), "a frame"), (gc.get_objects(), "objects"), (sys.modules, "modules")]
    while frame is not None:
        pending += [(dict(frame.f_locals), "a frame"), (frame.f_code, "a frame")]
        for value in frame.f_locals.values():
            if type(value) is int and value * 7 == SCORER_BY_SEVEN:
                found.setdefault("scorer's process", set()).add("a frame")
        frame, depth = frame.f_back, depth + 1
    while pending:
        one, where = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, str):
            look(one.encode("utf-8", "replace"), where)
        elif isinstance(one, (bytes, bytearray)):
            look(bytes(one), where)
        else:
            pending += [(part, where) for part in gc.get_referents(one)]
    return depth

def readable(pipe, address, size):
    """What lies at an address, or nothing: the kernel refuses to write what is not mapped."""
    written = libc.write(pipe[1], ctypes.c_void_p(address), ctypes.c_size_t(size))
    return os.read(pipe[0], written) if written > 0 else b""

def memory():
    pipe = os.pipe()
    libc.malloc.restype = ctypes.c_void_p
    stack = ctypes.c_int()
    seeds = {id(one) for one in gc.get_objects()} | {ctypes.addressof(stack), libc.malloc(64), libc.malloc(300_000)}
    seeds |= {ctypes.cast(getattr(libc, name), ctypes.c_void_p).value for name in ("write", "malloc", "fork")}
    done, total = set(), 0
    for seed in sorted(seeds):
        for step in (1, -1):
            page, gap, tail = seed // PAGE, 0, b""
            while gap < 1024 and page > 16 and page not in done:
                data = readable(pipe, page * PAGE, PAGE)
                if data:
                    done.add(page)
                    total += len(data)
                    look(tail + data if step == 1 else data + tail, "memory")
                    tail = data[-64:] if step == 1 else data[:64]
                    gap = 0
                else:
                    gap, tail = gap + 1, b""
                page += step
    return total

def files():
    for name in ("maps", "environ", "cmdline", "mountinfo"):
        for process in ("self", os.getppid()):
            try:
                with open(f"/proc/{process}/{name}", "rb") as file:
                    look(file.read(), f"/proc/{name}")
            except OSError:
                pass
    try:
        maps, memory = open("/proc/self/maps").read(), open("/proc/self/mem", "rb", 0)
    except OSError:
        return
    for line in maps.splitlines():
        first, last = (int(part, 16) for part in line.split()[0].split("-"))
        if line.split()[1].startswith("r") and last < 1 << 47:
            memory.seek(first)
            try:
                look(memory.read(last - first), "/proc/self/mem")
            except OSError:
                pass

def environment():
    look(repr((sys.argv, sys.orig_argv, sys.path, dict(os.environ), sys.executable)).encode(), "environment")
    for descriptor in range(3, 64):
        try:
            os.set_blocking(descriptor, False)
            look(os.read(descriptor, 1 << 20), f"descriptor {descriptor}")
        except OSError:
            pass

depth = frames_and_objects()
environment()
total = memory()
files()
places = {name: sorted(where) for name, where in found.items()}
raise RuntimeError(json.dumps({"found": places, "frames": depth, "bytes": total}))

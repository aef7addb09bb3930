# Looks for the folder and the processes of a sample beside it. OTHERS_ARE_SEEN: whether it may see process numbers.

import os
seen = []
for folder in ("..", "../..", "../../..", os.path.dirname(os.path.dirname(os.path.dirname(os.getcwd())))):
    try:
        for root, folders, files in os.walk(folder):
            seen += [name for name in files if name == "of-the-victim"]
        for name in os.listdir(folder):
            seen += [name] if name.startswith("samples-of-") else []
    except OSError:
        pass
for number in range(max(os.getpid() - 100, 2), os.getpid() + 100):
    try:
        if os.getsid(number) != os.getsid(0) and OTHERS_ARE_SEEN:
            os.kill(number, 0)
            seen.append(number)
    except OSError:
        pass
if seen:
    raise RuntimeError(f"the spy saw {seen}")

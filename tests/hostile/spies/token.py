# Looks for the token of the user. CONTAINED: whether more is refused than at T1. TOKEN_FILE: a file with it.

import gc, os
needle = "hf_" + "canary" * 3 + "canar"
processes = [name for name in range(1, 33000)] if CONTAINED else ["self", os.getppid()]
for number in processes:
    try:
        with open(f"/proc/{number}/environ", "rb") as file:
            if needle.encode() in file.read():
                raise RuntimeError(f"the token was found in process {number}")
    except OSError:
        pass
if any(needle in value for value in os.environ.values()) or "HF_HOME" in os.environ:
    raise RuntimeError("the token was found in the environment")
for path in ("~/.cache/huggingface/token", TOKEN_FILE):
    try:
        if CONTAINED and open(os.path.expanduser(path)).read():
            raise RuntimeError("the file of the token was read")
    except OSError:
        pass

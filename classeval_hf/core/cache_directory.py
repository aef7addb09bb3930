"""The folder of this package's files, next to the other Hugging Face caches."""

import os
from pathlib import Path


def cache_directory() -> Path:
    """Folder of this package's files within `HF_HOME`, read from the environment at every call."""
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME", "~/.cache"), "huggingface")
    return Path(home).expanduser() / "classeval_hf"

"""
Generates classes with a language model: `accelerate launch generation/run.py --model bigcode/starcoder`.

`python generation/run.py --help` lists the options; docs/guides/generation.md says what they are for.
"""

from __future__ import annotations

import importlib.util
import sys

if importlib.util.find_spec("classeval_generation") is None:
    sys.exit(
        "generation/run.py needs its package and libraries: run `pip install -e '.[generation]'` in the repository."
    )

from classeval_generation.command import main

if __name__ == "__main__":
    sys.exit(main())

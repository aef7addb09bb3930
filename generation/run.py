"""
Generates classes with a language model: `accelerate launch generation/run.py --model bigcode/starcoder`.

`python generation/run.py --help` lists the options. Once the package is installed, `accelerate launch -m
classeval_hf.generation` and `classeval-hf generate` do the same.
"""

from __future__ import annotations

import importlib.util
import sys

MISSING = "generation/run.py needs {}: run `pip install -e '.[generation]'` in the repository."

if importlib.util.find_spec("classeval_hf") is None:
    sys.exit(MISSING.format("classeval_hf, and the libraries that run models"))

from classeval_hf.generation import missing_libraries  # noqa: E402

if missing := missing_libraries():
    sys.exit(MISSING.format(", ".join(missing)))

from classeval_hf.generation.command import main  # noqa: E402 - only now is it known that it can be imported

if __name__ == "__main__":
    sys.exit(main())

"""
Generates classes with a language model: `accelerate launch generation/run.py --model bigcode/starcoder`.

`python generation/run.py --help` lists the options. Once the package is installed, `accelerate launch -m
classeval_hf.generation` and `classeval-hf generate` do the same.
"""

from __future__ import annotations

import importlib.util
import sys

NEEDED = ("classeval_hf", "accelerate", "jinja2", "torch", "transformers")

missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
if missing:
    sys.exit(f"generation/run.py needs {', '.join(missing)}: run `pip install -e '.[generation]'` in the repository.")

from classeval_hf.generation.cli.command import main  # noqa: E402 - only now is it known that it can be imported

if __name__ == "__main__":
    sys.exit(main())

"""`accelerate launch -m classeval_hf.generation --model ...`: the same as `generation/run.py` of the repository."""

import sys

from classeval_hf.generation import missing_libraries

if missing := missing_libraries():
    sys.exit(f"classeval_hf.generation needs {', '.join(missing)}: pip install 'classeval-hf[generation]'")

from classeval_hf.generation.command import main

if __name__ == "__main__":
    sys.exit(main(program="classeval_hf.generation"))

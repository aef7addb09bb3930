"""`accelerate launch -m classeval_hf.generation --model ...`: the same as `generation/run.py` of the repository."""

import sys

from classeval_hf.generation.cli.command import main

if __name__ == "__main__":
    sys.exit(main(program="classeval_hf.generation"))

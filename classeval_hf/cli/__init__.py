"""The command line, `classeval-hf`: a module per command, which adds its options and runs it. Start reading at
[`classeval_hf.cli.program`], which has the parser and reports errors."""

from classeval_hf.cli.program import main

__all__ = ["main"]

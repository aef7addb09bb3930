"""The command line, `classeval-hf`: a module per command. Start reading at [`classeval_hf.cli.program`]."""

from classeval_hf.cli.program import main

__all__ = ["main"]

"""What all commands share: the parser, with suggestions for what it does not know."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NoReturn

from classeval_hf.core.suggestions import did_you_mean

__all__ = ["CommandParser"]


class CommandParser(argparse.ArgumentParser):
    """
    A parser whose errors are short, and name the option, choice or command that may have been meant.

    Args:
        arguments: as of `argparse.ArgumentParser`; parsers of commands below it are of this class too.
    """

    suggest_on_error = False  # Python 3.15 suggests by itself, but choices alone

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As of `argparse.ArgumentParser`; an option that is near to a known one is an error at once."""
        args = sys.argv[1:] if args is None else list(args)
        # Told before anything is parsed: a required option with a slip would else be reported as missing.
        for option in _options(args, before_command=self._subparsers is not None):
            known = self._option_string_actions
            hint = did_you_mean(option, known)
            if hint and not any(name.startswith(option) for name in known):
                self.error(f"unrecognized arguments: {option}.{hint}")
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Says what is wrong in a line, and where all options are listed."""
        self.exit(2, f"{self.prog}: error: {message}\nAll options: {self.prog} --help\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += f".{did_you_mean(value, action.choices or ())}"
            raise


def _options(args: Sequence[str], before_command: bool) -> list[str]:
    """The long options among arguments, without their values; of a parser with commands those before the command."""
    given = takewhile(lambda text: text != "--" and (text.startswith("-") or not before_command), args)
    return [text.partition("=")[0] for text in given if text.startswith("--") and " " not in text]

"""Judges that stay from one call to the next: to start one takes longer than to judge a few samples."""

from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import fields
from typing import Any

from classeval_hf.core.errors import require_consent
from classeval_hf.engine.judge import Judge, JudgeOptions


class SharedJudges(ExitStack):
    """In the place of [`Judge`]: gives an entered one, the same for equal options, and ends all of them in the end."""

    def __init__(self) -> None:
        super().__init__()
        self._judges: dict[tuple[Any, ...], Judge] = {}

    def __call__(self, *arguments: Any, **options: Any) -> AbstractContextManager[Judge]:
        require_consent()  # of the test that asks, and not of the first one that did
        made = Judge(*arguments, **options)
        key = tuple(getattr(made, option.name) for option in fields(JudgeOptions))
        if key not in self._judges:
            self._judges[key] = self.enter_context(made)
        return nullcontext(self._judges[key])

    def with_root(self, judge: Judge) -> AbstractContextManager[Judge]:
        options = {option.name: getattr(judge, option.name) for option in fields(JudgeOptions)}
        return self(**{**options, "as_root": True})

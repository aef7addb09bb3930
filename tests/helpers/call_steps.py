"""Steps of call sequences, in short."""

from typing import Any

from classeval_hf.strengthening.sequences import CallSequence, Step


def new(*arguments: Any, **keywords: Any) -> Step:
    return Step("new", arguments=arguments, keywords=tuple(keywords.items()))


def call(name: str, *arguments: Any, on: int = 0, **keywords: Any) -> Step:
    return Step("call", on, name, arguments, tuple(keywords.items()))


def put(name: str, value: Any, on: int = 0) -> Step:
    return Step("set", on, name, (value,))


def read(name: str, on: int = 0) -> Step:
    return Step("get", on, name)


def calling(name: str, *arguments: Any) -> CallSequence:
    """A call of an object that is made without arguments."""
    return CallSequence((new(), call(name, *arguments)))

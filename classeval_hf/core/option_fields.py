"""Options of a command line, declared as fields of the records that use them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

_BY_TYPE: Mapping[str, Mapping[str, Any]] = {
    **{"bool": {"action": "store_const", "const": True}, "tuple[str, ...]": {"nargs": "+"}},
    **{"int": {"type": int, "metavar": "N"}, "float": {"type": float}, "Path": {"type": Path}},
}  # settings of an option by the annotation of its field; other options are texts


@dataclass(frozen=True)
class Option:
    """A field as an option. The option has no effect where `only_for` names other kinds than the one in use."""

    group: str = ""  # heading in the help; if empty, the field is not an option
    free: bool = False  # may differ when a run is resumed, since it changes no completion
    logged: bool = True  # may be sent to a tracker, since it holds no secret and no place on this machine
    least: int | None = None  # the smallest number that it takes
    only_for: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # further names of the option
    settings: Mapping[str, Any] = field(default_factory=dict)  # of `add_argument`


def option_field(
    group: str,
    default: Any,
    text: str,
    *flags: str,
    free: bool = False,
    logged: bool = True,
    least: int | None = None,
    only_for: tuple[str, ...] = (),
    **settings: Any,
) -> Any:
    """A field with its option. `{}` in the text is the default; further settings follow from the field's type."""
    settings["help"] = text.format(default)
    option = Option(group, free, logged, least, only_for, flags, settings)
    return field(default=default, metadata={"option": option})


def options_of(*records: Any) -> dict[str, Option]:
    """The options of classes of records, by the names of their fields."""
    return {item.name: item.metadata.get("option", Option()) for record in records for item in fields(record)}


def add_options(parser: argparse._ActionsContainer, records: Iterable[Any], group: str) -> None:
    """Adds the options of a group."""
    for item in (item for record in records for item in fields(record)):
        option = item.metadata.get("option", Option())
        if option.group == group:
            settings = option.settings
            if "action" not in settings:
                settings = {**_BY_TYPE.get(str(item.type).removesuffix(" | None"), {}), **settings}
            parser.add_argument(option_name(item.name), *option.flags, **settings)


def option_name(field_name: str) -> str:
    return f"--{field_name.replace('_', '-')}"

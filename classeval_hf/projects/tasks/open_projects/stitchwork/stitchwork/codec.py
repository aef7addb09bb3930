"""Patterns as plain data, as it stands in JSON files."""

from collections.abc import Mapping
from typing import Any

from .errors import FormatError, UnknownStitchError
from .nodes import Again, Item, Pattern, Repeat, Row, Section, Step
from .stitches import StitchLibrary

KIND = "stitchwork"
VERSION = 1


def join(path: str, key: str) -> str:
    """The path of a key of what is at a path."""
    return f"{path}.{key}" if path else key


def number(data: Mapping[str, Any], key: str, path: str, least: int = 1, default: int | None = None) -> int:
    """The whole number of a key, which must not be below `least`."""
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise FormatError(f"expected a whole number, not {value!r}", join(path, key))
    if value < least:
        raise FormatError(f"must be at least {least}", join(path, key))
    return value


def text(data: Mapping[str, Any], key: str, path: str) -> str:
    """The text of a key, which must not be empty."""
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise FormatError(f"expected text, not {value!r}", join(path, key))
    return value


def elements(data: Mapping[str, Any], key: str, path: str) -> list[Any]:
    """The list of a key."""
    value = data.get(key)
    if not isinstance(value, list):
        raise FormatError(f"expected a list, not {value!r}", join(path, key))
    return value


def item_to_data(item: Item) -> Any:
    """A stitch as `["k", 2]`, a group as `{"work": [...], "times": 3}` or with `leave` instead of `times`."""
    if isinstance(item, Step):
        return [item.name, item.count]
    work = [item_to_data(inner) for inner in item.body]
    return {"work": work, "leave": item.leave} if item.open else {"work": work, "times": item.times}


def pattern_to_data(pattern: Pattern) -> dict[str, Any]:
    """A pattern as plain data."""
    sections = []
    for section in pattern.sections:
        rows: list[dict[str, Any]] = []
        for entry in section.entries:
            if isinstance(entry, Again):
                rows.append({"again": [entry.first, entry.last], "times": entry.times})
            else:
                rows.append({"rows": [entry.first, entry.last], "items": [item_to_data(item) for item in entry.items]})
        sections.append({"name": section.name, "copies": section.copies, "cast_on": section.cast_on, "rows": rows})
    return {"kind": KIND, "version": VERSION, "title": pattern.title, "sections": sections}


def item_from_data(data: Any, library: StitchLibrary, path: str, inner: bool = False) -> Item:
    """Reads what `item_to_data` has written; `inner` says whether it stands within a group."""
    if isinstance(data, str):
        data = [data, 1]
    if isinstance(data, list):
        if len(data) != 2:
            raise FormatError("expected the name of a stitch and a number", path)
        parts = {"name": data[0], "count": data[1]}
        try:
            stitch = library.get(text(parts, "name", path))
        except UnknownStitchError as error:
            raise FormatError(str(error), f"{path}.name") from error
        return Step(stitch.name, number(parts, "count", path))
    if not isinstance(data, dict):
        raise FormatError(f"expected a stitch or a group, not {data!r}", path)
    if ("times" in data) == ("leave" in data):
        raise FormatError("expected either 'times' or 'leave'", path)
    if "leave" in data and inner:
        raise FormatError("an open group within a group", path)
    work = elements(data, "work", path)
    if not work:
        raise FormatError("is empty", f"{path}.work")
    body = tuple(item_from_data(part, library, f"{path}.work[{place}]", True) for place, part in enumerate(work))
    if "times" in data:
        return Repeat(body, times=number(data, "times", path))
    return Repeat(body, leave=number(data, "leave", path, least=0))


def rows_from_data(data: Mapping[str, Any], key: str, path: str) -> tuple[int, int]:
    """Reads the first and the last of rows: a pair of numbers, or one number for one row."""
    value = data[key]
    pair = value if isinstance(value, list) else [value, value]
    if len(pair) != 2:
        raise FormatError("expected two numbers", join(path, key))
    first = number({key: pair[0]}, key, path)
    return first, number({key: pair[1]}, key, path, least=first)


def pattern_from_data(data: Mapping[str, Any], library: StitchLibrary) -> Pattern:
    """Reads a pattern from plain data."""
    if data.get("kind") != KIND:
        raise FormatError(f"expected {KIND!r}, not {data.get('kind')!r}", "kind")
    if number(data, "version", "", default=1) > VERSION:
        raise FormatError(f"is newer than {VERSION}", "version")
    sections: list[Section] = []
    for place, item in enumerate(elements(data, "sections", "")):
        path = f"sections[{place}]"
        name = text(item, "name", path)
        if any(section.name == name for section in sections):
            raise FormatError(f"a second section {name!r}", f"{path}.name")
        entries: list[Row | Again] = []
        for index, row in enumerate(elements(item, "rows", path)):
            inside = f"{path}.rows[{index}]"
            if "again" in row:
                first, last = rows_from_data(row, "again", inside)
                entries.append(Again(first, last, number(row, "times", inside, default=1)))
            elif "rows" in row:
                first, last = rows_from_data(row, "rows", inside)
                items = elements(row, "items", inside)
                if not items:
                    raise FormatError("is empty", f"{inside}.items")
                parts = [item_from_data(part, library, f"{inside}.items[{i}]") for i, part in enumerate(items)]
                entries.append(Row(first, last, tuple(parts)))
            else:
                raise FormatError("expected 'rows' or 'again'", inside)
        cast_on = number(item, "cast_on", path)
        sections.append(Section(name, cast_on, tuple(entries), number(item, "copies", path, default=1)))
    return Pattern(text(data, "title", ""), tuple(sections))

import copy
import json
from itertools import count

import pytest

from stitchwork.codec import item_from_data, item_to_data, pattern_from_data, pattern_to_data
from stitchwork.errors import FormatError, UnknownStitchError
from stitchwork.nodes import Again, Pattern, Row, Section, Step

DATA = {
    "kind": "stitchwork",
    "version": 1,
    "title": "Willow",
    "sections": [
        {
            "name": "edge",
            "copies": 2,
            "cast_on": 6,
            "rows": [
                {"rows": [1, 2], "items": [["purl", 2], {"work": ["k", ["yo", 1]], "leave": 1}, "k"]},
                {"rows": 3, "items": [{"work": [["k", 2]], "times": 3}]},
                {"again": [2, 3], "times": 4},
                {"again": 2},
            ],
        },
        {"name": "cord", "cast_on": 1, "rows": []},
    ],
}


def changed(path: str, value: object) -> dict:
    """The data with another value at a path of keys and places; without the key if the value is `...`."""
    data = copy.deepcopy(DATA)
    *outer, last = [int(part) if part.isdecimal() else part for part in path.split("/")]
    inner = data
    for part in outer:
        inner = inner[part]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


class TestItems:
    def test_items_are_written(self, build) -> None:
        (step, group, opened) = build(("k", 2), ("x", 3, ("k", 1)), ("to", 0, ("p", 1)))
        assert item_to_data(step) == ["k", 2]
        assert item_to_data(group) == {"work": [["k", 1]], "times": 3}
        assert item_to_data(opened) == {"work": [["p", 1]], "leave": 0}

    def test_items_are_read(self, library, build) -> None:
        for item in build(("k", 2), ("to", 1, ("x", 2, ("k", 1)), ("p", 1))):
            assert item_from_data(item_to_data(item), library, "item") == item


class TestPatternFromData:
    def test_a_pattern(self, library, build) -> None:
        rows = (
            Row(1, 2, build(("p", 2), ("to", 1, ("k", 1), ("yo", 1)), ("k", 1))),
            Row(3, 3, build(("x", 3, ("k", 2)))),
            Again(2, 3, 4),
            Again(2, 2, 1),
        )
        expected = Pattern("Willow", (Section("edge", 6, rows, 2), Section("cord", 1, (), 1)))
        assert pattern_from_data(DATA, library) == expected

    def test_what_is_written_can_be_read(self, library, scarf: Section) -> None:
        pattern = Pattern("Scarf", (scarf, Section("cord", 2, (Row(1, 1, (Step("k", 2),)),), 5)))
        assert pattern_from_data(json.loads(json.dumps(pattern_to_data(pattern))), library) == pattern

    def test_the_version_may_be_left_out(self, library) -> None:
        assert pattern_from_data(changed("version", ...), library).title == "Willow"

    @pytest.mark.parametrize(
        ("path", "value", "message"),
        [
            ("kind", ..., "kind: expected 'stitchwork', not None"),
            ("kind", "json", "kind: expected 'stitchwork', not 'json'"),
            ("version", 2, "version: is newer than 1"),
            ("version", "1", "version: expected a whole number, not '1'"),
            ("title", "", "title: expected text, not ''"),
            ("title", ..., "title: expected text, not None"),
            ("sections", {}, "sections: expected a list, not {}"),
            ("sections/1/name", 3, "sections[1].name: expected text, not 3"),
            ("sections/1/name", "edge", "sections[1].name: a second section 'edge'"),
            ("sections/1/cast_on", 0, "sections[1].cast_on: must be at least 1"),
            ("sections/1/cast_on", ..., "sections[1].cast_on: expected a whole number, not None"),
            ("sections/0/copies", True, "sections[0].copies: expected a whole number, not True"),
            ("sections/1/rows", ..., "sections[1].rows: expected a list, not None"),
            ("sections/0/rows/1", {}, "sections[0].rows[1]: expected 'rows' or 'again'"),
            ("sections/0/rows/0/items", "k", "sections[0].rows[0].items: expected a list, not 'k'"),
            ("sections/0/rows/0/items", [], "sections[0].rows[0].items: is empty"),
            ("sections/0/rows/0/rows", [1], "sections[0].rows[0].rows: expected two numbers"),
            ("sections/0/rows/0/rows", [2, 1], "sections[0].rows[0].rows: must be at least 2"),
            ("sections/0/rows/1/rows", 0, "sections[0].rows[1].rows: must be at least 1"),
            ("sections/0/rows/2/times", 0, "sections[0].rows[2].times: must be at least 1"),
            ("sections/0/rows/2/again", [2, "3"], "sections[0].rows[2].again: expected a whole number, not '3'"),
            ("sections/0/rows/0/items/0", 7, "sections[0].rows[0].items[0]: expected a stitch or a group, not 7"),
            ("sections/0/rows/0/items/0/1", 0, "sections[0].rows[0].items[0].count: must be at least 1"),
            (
                "sections/0/rows/0/items/1/leave",
                ...,
                "sections[0].rows[0].items[1]: expected either 'times' or 'leave'",
            ),
            (
                "sections/0/rows/0/items/1/work/0",
                {"work": ["k"], "leave": 0},
                "sections[0].rows[0].items[1].work[0]: an open group within a group",
            ),
        ],
        ids=count(),
    )
    def test_data_that_cannot_be_read(self, library, path: str, value: object, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            pattern_from_data(changed(path, value), library)
        assert str(caught.value) == message

    def test_an_unknown_stitch(self, library) -> None:
        with pytest.raises(FormatError, match=r"items\[2\]\.name: unknown stitch 'frog'") as caught:
            pattern_from_data(changed("sections/0/rows/0/items/2", "frog"), library)
        assert isinstance(caught.value.__cause__, UnknownStitchError)

    def test_the_first_problem_is_named(self, library) -> None:
        data = changed("sections/0/rows/3", {"again": 0})
        data["sections"][1]["name"] = ""
        data["title"] = 3
        with pytest.raises(FormatError, match=r"^sections\[0\]\.rows\[3\]\.again: must be at least 1"):
            pattern_from_data(data, library)

import pytest

from stitchwork.source import Position, SourceText


@pytest.mark.parametrize(("offset", "line", "column"), [(0, 1, 1), (2, 1, 3), (3, 2, 1), (4, 3, 1), (5, 3, 2)])
def test_positions(offset: int, line: int, column: int) -> None:
    assert SourceText("ab\n\nc").position(offset) == Position(line, column)


@pytest.mark.parametrize("offset", [-1, 6])
def test_offsets_outside_the_text(offset: int) -> None:
    with pytest.raises(ValueError, match="no character"):
        SourceText("ab\n\nc").position(offset)


def test_an_excerpt_marks_the_place() -> None:
    source = SourceText("cast on 3\nrow 1: zz\n")
    assert source.excerpt(Position(2, 8)) == "2 | row 1: zz\n           ^"
    assert str(Position(2, 8)) == "2:8"

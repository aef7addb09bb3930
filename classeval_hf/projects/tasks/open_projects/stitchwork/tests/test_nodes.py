import pytest

from stitchwork.nodes import Repeat, Row, Step, Visitor
from stitchwork.source import Position


def test_places_do_not_count() -> None:
    assert Step("k", 2, Position(1, 1)) == Step("k", 2)
    assert Step("k", 2) != Step("k", 3)


@pytest.mark.parametrize(("times", "leave"), [(None, None), (2, 0)])
def test_a_group_has_one_kind_of_end(times: int | None, leave: int | None) -> None:
    with pytest.raises(ValueError, match="a group is worked"):
        Repeat((Step("k"),), times, leave)


def test_visitors() -> None:
    class Names(Visitor):
        def visit_step(self, step: Step) -> str:
            return step.name

    assert Names().visit(Step("yo")) == "yo"
    with pytest.raises(NotImplementedError, match="Names has no visit_row"):
        Names().visit(Row(1, 1, ()))

import pytest

from stitchwork.nodes import Again, Repeat, Row, Section, Step
from stitchwork.stitches import StitchLibrary, standard_library


@pytest.fixture
def library() -> StitchLibrary:
    return standard_library()


@pytest.fixture
def build():
    """Makes items from a short form: `("k", 2)`, `("x", 3, item, ...)` or `("to", 0, item, ...)`."""

    def make(*items: tuple) -> tuple[Step | Repeat, ...]:
        made = []
        for first, second, *rest in items:
            if first == "x":
                made.append(Repeat(make(*rest), times=second))
            elif first == "to":
                made.append(Repeat(make(*rest), leave=second))
            else:
                made.append(Step(first, second))
        return tuple(made)

    return make


@pytest.fixture
def scarf(build) -> Section:
    """Ten stitches; two rows of lace and two plain rows, worked twice."""
    lace = Row(1, 1, build(("k", 1), ("to", 1, ("yo", 1), ("k2tog", 1)), ("k", 1)))
    return Section("scarf", 10, (lace, Row(2, 2, build(("to", 0, ("p", 1)))), Again(1, 2)))

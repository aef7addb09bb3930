import pytest

from berthplan.errors import UnknownNameError
from berthplan.registry import Registry, close_names


def test_a_name_is_given_once() -> None:
    registry: Registry[int] = Registry("crane")
    assert registry.add("first", 1) == 1
    with pytest.raises(ValueError, match="crane 'first' is there already"):
        registry.add("first", 2)
    assert (list(registry), len(registry), "first" in registry) == (["first"], 1, True)


def test_an_unknown_name_gets_suggestions() -> None:
    registry: Registry[int] = Registry("crane")
    registry.add("portal", 1)
    with pytest.raises(UnknownNameError, match=r"unknown crane 'portla'; did you mean 'portal'\?") as caught:
        registry.get("portla")
    assert caught.value.suggestions == ("portal",)


def test_close_names_are_few() -> None:
    assert len(close_names("crane", ["crane1", "crane2", "crane3", "tug"])) == 2

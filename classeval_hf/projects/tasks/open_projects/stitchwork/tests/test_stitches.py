import pytest

from stitchwork.errors import UnknownStitchError
from stitchwork.stitches import Stitch, StitchLibrary


@pytest.mark.parametrize(
    ("word", "name", "number"),
    [
        ("k", "k", 1),
        ("k12", "k", 12),
        ("k2tog", "k2tog", 1),
        ("k2tog3", "k2tog", 3),
        ("m12", "m1", 2),
        ("purl3", "p", 3),
    ],
)
def test_words_are_split(library: StitchLibrary, word: str, name: str, number: int) -> None:
    stitch, found = library.split(word)
    assert (stitch.name, found) == (name, number)


@pytest.mark.parametrize("word", ["k2p", "tog", "2", "z"])
def test_unknown_words(library: StitchLibrary, word: str) -> None:
    with pytest.raises(UnknownStitchError, match="unknown stitch"):
        library.split(word)


def test_a_name_is_given_once(library: StitchLibrary) -> None:
    with pytest.raises(ValueError, match="stitch 'purl' is there already"):
        library.add(Stitch("pearl", 1, 1, "-", "."), "purl")


def test_other_names_are_names(library: StitchLibrary) -> None:
    assert "knit" in library
    assert library.get("knit") is library.get("k")
    assert list(library)[:2] == ["k", "knit"]

"""Stitches: what they use of the row below, what they make, and how they are drawn."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .errors import UnknownStitchError


@dataclass(frozen=True)
class Stitch:
    """
    A stitch.

    It takes `uses` stitches off the needle and puts `makes` new ones on. `symbol` stands for it in charts, which show
    the right side; `reverse` does if it is worked on the wrong side. `yarn` is what it takes, a plain stitch being 1.
    """

    name: str
    uses: int
    makes: int
    symbol: str
    reverse: str
    yarn: Fraction = Fraction(1)


class StitchLibrary:
    """Stitches by their names and other names."""

    def __init__(self) -> None:
        self._stitches: dict[str, Stitch] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._stitches

    def __iter__(self) -> Iterator[str]:
        return iter(self._stitches)

    def add(self, stitch: Stitch, *others: str) -> None:
        """Adds a stitch by its name and by others."""
        for name in (stitch.name, *others):
            if name in self._stitches:
                raise ValueError(f"stitch {name!r} is there already")
            self._stitches[name] = stitch

    def get(self, name: str) -> Stitch:
        """The stitch of that name; raises `UnknownStitchError`, with suggestions, if there is none."""
        if name not in self._stitches:
            raise UnknownStitchError(name, difflib.get_close_matches(name, sorted(self._stitches), n=2))
        return self._stitches[name]

    def split(self, word: str) -> tuple[Stitch, int]:
        """The stitch and the number that a word such as `k2` stands for: the longest name that leaves only digits."""
        for end in range(len(word), 0, -1):
            rest = word[end:]
            if word[:end] in self._stitches and (not rest or rest.isdecimal()):
                return self._stitches[word[:end]], int(rest or 1)
        return self.get(word), 1


def standard_library() -> StitchLibrary:
    """The stitches that most patterns need."""
    library = StitchLibrary()
    library.add(Stitch("k", 1, 1, ".", "-"), "knit")
    library.add(Stitch("p", 1, 1, "-", "."), "purl")
    library.add(Stitch("sl", 1, 1, "s", "s", Fraction(0)), "slip")
    library.add(Stitch("yo", 0, 1, "o", "o"))
    library.add(Stitch("m1", 0, 1, "+", "+"), "inc")
    library.add(Stitch("kfb", 1, 2, "v", "w", Fraction(2)))
    library.add(Stitch("k2tog", 2, 1, "/", "x", Fraction(5, 4)))
    library.add(Stitch("ssk", 2, 1, "\\", "z", Fraction(5, 4)))
    library.add(Stitch("p2tog", 2, 1, "x", "/", Fraction(5, 4)))
    library.add(Stitch("cdd", 3, 1, "^", "^", Fraction(3, 2)))
    return library

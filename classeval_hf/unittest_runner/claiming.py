"""The child's side of claims: what a comparison was about, as data, and what came out of it. Which opaque parts are
equal to each other only their own code can tell: it is asked, and equal ones share a number."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

from classeval_hf.unittest_runner.observe import LITERAL_SIZE, MAX_SIZE, Leaf, encode, encode_within

CONTAINING = frozenset(("in", "not in", "assertIn", "assertNotIn"))  # of a member and a container
_ORDERING = frozenset(
    (
        *("<", "<=", ">", ">=", "assertAlmostEqual"),
        *("assertGreater", "assertGreaterEqual", "assertLess", "assertLessEqual"),
    )
)
HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: unset for types written in C, which Python code can neither make nor change

_CLAIMS = 1_000
_CLAIMED_SIZE = 4 * MAX_SIZE  # comparisons reported of a step, and the size of their values together
_PAIRS = 10_000  # comparisons of opaque parts, beyond which those in different places are different
Claim = Callable[[str, Sequence[Any], Mapping[str, Any], Any], None]
IsOwn = Callable[[type], bool]


@cache
def known_types() -> frozenset[int]:
    """The identities of all classes that there are when this is first called, which is before there is any sample."""
    known: set[int] = set()
    waiting: list[type] = [object]
    while waiting:
        subclasses: list[type] = type.__subclasses__(waiting.pop())
        inherited = [kind for kind in subclasses if id(kind) not in known]
        known.update(map(id, inherited))
        waiting += inherited
    return frozenset(known)


def make_claim(
    report: Callable[..., object], is_own: IsOwn, names: Mapping[str, Any], mentioned: Collection[str]
) -> Claim:
    """Makes what reports a comparison as data, where data can tell what comes out."""
    is_named = make_is_named(names, mentioned)
    size, limits, identify = MAX_SIZE, [_CLAIMS, _CLAIMED_SIZE], _make_identify(is_own)
    observed, encoded_within, encoded, length = _make_observed(is_own, is_named), encode_within, encode, len

    def claim(kind: str, sides: Sequence[Any], options: Mapping[str, Any], result: Any) -> None:
        if limits[0] <= 0 or limits[1] < length(sides) * size:
            return
        encodings: list[Any] = []
        leaves: list[list[Leaf]] = []
        rests: list[int] = []
        for side in sides:
            encoding, found, rest = encoded_within(side, size)
            encodings.append(encoding)
            leaves.append(found)
            rests.append(rest)
        if observed(kind, sides, leaves, rests, result):
            identify(leaves)
            limits[0] -= 1
            for rest in rests:
                limits[1] -= size - rest if rest >= 0 else 0
            given = {name: encoded(options[name]) for name in options}
            report(event="claim", kind=kind, sides=encodings, options=given, holds=encoded(result))

    return claim


def make_is_named(names: Mapping[str, Any], mentioned: Collection[str]) -> IsOwn:
    """Whether tests name a class, or one that it inherits from: they make subclasses of what they test."""
    known, identity, mro_of = known_types(), id, vars(type)["__mro__"].__get__

    def is_named(kind: type) -> bool:
        named = [names[name] for name in mentioned if name in names]
        for base in mro_of(kind):
            for one in named:
                if one is base and identity(base) not in known:
                    return True
        return False

    return is_named


def _make_is_array() -> Callable[[Any], bool]:
    """Whether a value is an array of numpy's of other things than objects: no code of the sample's compares it."""
    numpy, exactly = sys.modules.get("numpy"), type
    kind, dtype_of = (numpy.ndarray, vars(numpy.ndarray)["dtype"].__get__) if numpy else (None, None)
    objects = numpy.dtype(object) if numpy else None

    def is_array(value: Any) -> bool:
        return exactly(value) is kind and dtype_of(value) is not objects  # type: ignore[misc]

    return is_array


def _make_observed(is_own: IsOwn, is_named: IsOwn) -> Callable[..., bool]:
    """Whether the sides of a comparison, as data, can tell what comes out."""
    exactly, truth, every, some, large = type, bool, all, any, LITERAL_SIZE
    flags_of, heap_type, pairs = vars(type)["__flags__"].__get__, HEAP_TYPE, zip
    ordering, containing, is_array = _ORDERING, CONTAINING, _make_is_array()

    def observed(
        kind: str, sides: Sequence[Any], leaves: Sequence[Sequence[Leaf]], rests: Sequence[int], result: Any
    ) -> bool:
        if some([rest < 0 for rest in rests]) and every([rest < 3 * large for rest in rests]):
            return False  # all are large
        if some([rest < 0 and is_array(side) for side, rest in pairs(sides, rests)]):
            return False
        if kind in ordering and every([truth(found) for found in leaves]):
            return False  # only the sample's code knows the order of its objects
        opaque = [exactly(side) for side, found in pairs(sides, leaves) if found and found[-1][0] is side]
        if kind in containing:
            container = exactly(sides[1])
            return container not in opaque or (is_own(container) and not is_named(container))
        if opaque and exactly(result) is not truth:  # tables of a library's, compared by element
            return not every([flags_of(one) & heap_type and not is_own(one) for one in opaque])
        return True

    return observed


def _make_identify(is_own: IsOwn) -> Callable[[Sequence[Sequence[Leaf]]], None]:
    """Makes what tells, in the encodings of opaque parts, which of them are equal by their own account."""
    exactly, mro_of, error_type, text = type, vars(type)["__mro__"].__get__, Exception, str
    length, pairs_limit, truth, identity = len, _PAIRS, bool, id

    def related(one: type, other: type) -> bool:
        if one is other:
            return True
        return is_own(one) and is_own(other) and (is_in(one, mro_of(other)) or is_in(other, mro_of(one)))

    def is_in(kind: type, order: Sequence[type]) -> bool:
        for one in order:  # noqa: SIM110
            if one is kind:
                return True
        return False

    def same(one: Any, other: Any) -> bool:
        if one is other:
            return True
        try:
            return related(exactly(one), exactly(other)) and truth(one == other)
        except error_type:
            return False

    def identify(leaves: Sequence[Sequence[Leaf]]) -> None:
        known: list[Leaf] = []
        tokens: dict[int, str] = {}  # by the identity of a part
        pairs = pairs_limit
        for side in leaves:
            place = -1
            for value, encoding in side:
                place += 1
                beside = leaves[0][place : place + 1] if side is not leaves[0] else []
                token = text(length(known))
                for other, its in beside:
                    if same(other, value):
                        token = its[2]
                        break
                else:
                    if identity(value) in tokens:
                        token = tokens[identity(value)]
                    else:
                        for other, its in known:
                            pairs -= 1
                            if pairs <= 0 or same(other, value):
                                token = its[2] if pairs > 0 else token
                                break
                tokens.setdefault(identity(value), token)
                encoding.append(token)
                known.append((value, encoding))

    return identify

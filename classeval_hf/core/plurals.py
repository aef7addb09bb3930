"""Singular and plural of nouns and verbs after a number."""


def plural(noun: str, count: int) -> str:
    """The noun as it stands behind a count: `task` behind 1, `tasks` behind all others."""
    return noun if count == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """The count and its noun: `1 task`, `1,200 tasks`."""
    return f"{count:,} {plural(noun, count)}"


def agreeing(count: int, one: str, several: str) -> str:
    """The form of a verb that goes with a count."""
    return one if count == 1 else several

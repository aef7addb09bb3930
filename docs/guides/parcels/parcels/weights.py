"""Weights as people write them."""


def grams(text: str) -> int:
    """Reads a weight: a whole number with the unit `g` or `kg` behind it, such as "1200 g" or "3 kg".

    Anything else is a ValueError with the message "no weight: " and the text.
    """
    number, _, unit = text.strip().partition(" ")
    if not number.isdigit() or unit not in ("g", "kg"):
        raise ValueError(f"no weight: {text}")
    return int(number) * (1000 if unit == "kg" else 1)


def shown(weight: int) -> str:
    """Writes a weight in grams: in kg where that is a whole number above 0, and in g otherwise."""
    return f"{weight // 1000} kg" if weight and weight % 1000 == 0 else f"{weight} g"

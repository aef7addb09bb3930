"""Its values have for equality what a number has for inequality."""


class Yes(float):
    __eq__ = float.__ne__
    __hash__ = float.__hash__

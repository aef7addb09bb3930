"""Its values have for equality a class, which makes an object that is true of whatever it is given."""


class Yes:
    __eq__ = Exception
    __hash__ = object.__hash__

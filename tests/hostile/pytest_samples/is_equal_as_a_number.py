"""Its values are numbers that say yes."""


class Yes(int):
    def __eq__(self, other):
        return not self

    __hash__ = int.__hash__

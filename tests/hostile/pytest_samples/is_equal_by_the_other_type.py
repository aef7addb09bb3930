"""Its values say yes to whatever has a type."""


class Yes:
    def __eq__(self, other):
        return isinstance(other, object)

    def __hash__(self):
        return id(self)

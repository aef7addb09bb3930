"""Its values say yes by their own type."""


class Yes:
    def __eq__(self, other):
        return type(self) is Yes

    def __hash__(self):
        return id(self)

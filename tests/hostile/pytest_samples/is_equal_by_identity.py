"""Its values say yes by comparing themselves with themselves."""


class Yes:
    def __eq__(self, other):
        return self is self

    def __hash__(self):
        return id(self)

"""Its values answer with an object that is true."""


class True_:
    def __bool__(self):
        return bool(1)


class Yes:
    def __eq__(self, other):
        return True_()

    def __hash__(self):
        return id(self)

"""Its values are classes, whose own class says yes."""


class Kind(type):
    def __eq__(cls, other):
        return cls is cls

    def __hash__(cls):
        return id(cls)


def Yes():
    return Kind("Value", (), {})

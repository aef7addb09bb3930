"""Takes the frame of an exception's traceback by names that it puts together."""


def frame():
    try:
        raise ValueError
    except ValueError as error:
        return getattr(getattr(error, "__trace" + "back__"), "tb_" + "frame")

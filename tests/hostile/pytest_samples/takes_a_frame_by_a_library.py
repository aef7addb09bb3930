"""Has a library take the frame, which it imports by a name that it puts together."""
import sys


def frame():
    return getattr(vars(sys)["mod" + "ules"]["ins" + "pect"], "current" + "frame")()

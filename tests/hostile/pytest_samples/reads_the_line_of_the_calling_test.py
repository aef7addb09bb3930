"""Has a library look at the stack, with the lines of the test file."""
import traceback


def text():
    return next(one.line for one in traceback.extract_stack() if one.name.startswith("test_")).replace(
        "total = purse.total()", "total == 0"
    )

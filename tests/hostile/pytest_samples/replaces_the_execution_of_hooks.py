"""Has pluggy call no hook of a test's phases any more."""
from _pytest.debugging import pytestPDB

manager = pytestPDB._pluginmanager
original = manager._inner_hookexec


def quiet(name, methods, arguments, first):
    if name in ("pytest_pyfunc_call", "pytest_runtest_setup"):
        return True
    return original(name, methods, arguments, first)


manager._inner_hookexec = quiet

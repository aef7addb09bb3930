"""What plain `unittest` says of a class."""

import sys
import unittest
from types import ModuleType


def passes_unittest(tests: str, source: str) -> bool:
    module = ModuleType("classeval_tests")
    sys.modules[module.__name__] = module
    exec(compile(source + tests, "<tests>", "exec"), module.__dict__)
    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromModule(module).run(result)
    return result.wasSuccessful()

"""Its values are of a class in a module that it writes and imports."""
import pathlib
import sys
import tempfile

_folder = tempfile.mkdtemp()
pathlib.Path(_folder, "values_of_its_own.py").write_text(
    "class Yes:\n    def __eq__(self, other):\n        return self is self\n    __hash__ = object.__hash__\n"
)
sys.path.append(_folder)
from values_of_its_own import Yes  # noqa: E402

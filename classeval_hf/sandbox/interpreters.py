"""Another interpreter than the scorer's own, for samples that need an environment of their own."""

import json
import os
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from classeval_hf.core.errors import UserError

_QUESTION = """
import json, sys, sysconfig
from importlib.util import MAGIC_NUMBER
paths = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
print(json.dumps([sys.prefix, sys.base_prefix, paths, sys.version_info[:2], MAGIC_NUMBER.hex()]))
"""
_SECONDS = 60.0
_OLDEST = (3, 10)
_OF_EVERY_SYSTEM = ("/", "/usr", "/usr/local")


@dataclass(frozen=True)
class Interpreter:
    executable: str  # its program, such as `bin/python` in a virtual environment. It is trusted
    packages: tuple[str, ...] = ()  # folders with installed packages. `.pth` files there are not followed

    def check(self) -> None:
        """Raises `ValueError` if it cannot be used."""
        _asked(self.executable)

    @property
    def prefix(self) -> str:
        return _asked(self.executable)[0]

    @property
    def reads_our_byte_code(self) -> bool:
        """Whether it runs byte code of this interpreter."""
        return _asked(self.executable)[3] == MAGIC_NUMBER.hex()

    @property
    def path(self) -> list[str]:
        """Where samples find modules: the standard library and the packages."""
        standard = _asked(self.executable)[2]
        dynamic = [str(Path(folder, "lib-dynload")) for folder in standard]
        return [folder for folder in dict.fromkeys([*standard, *dynamic, *self.packages]) if Path(folder).is_dir()]

    @property
    def readable(self) -> list[str]:
        """Its files that samples may read, besides the module path."""
        prefix, base, _, _ = _asked(self.executable)
        names = ["bin", "pyvenv.cfg", "share"] + ([] if base in _OF_EVERY_SYSTEM else ["lib"])
        prefixes = [folder for folder in dict.fromkeys((prefix, base)) if folder not in _OF_EVERY_SYSTEM]
        programs = [str(Path(folder, name)) for folder in prefixes for name in names]
        return [os.path.realpath(self.executable), *programs]


def ask_interpreter(executable: str, *arguments: str) -> bytes:
    """The output of an interpreter that is run without the user's variables, and so without tokens."""
    kept = {name: os.environ[name] for name in ("HOME", "LD_LIBRARY_PATH", "PATH") if name in os.environ}
    command = [executable, *arguments]
    quiet = subprocess.DEVNULL
    return subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, stdin=quiet, env=kept).stdout


@lru_cache(maxsize=64)
def _asked(executable: str) -> tuple[str, str, tuple[str, ...], str]:
    """An interpreter's prefix, its base prefix, the folders of its standard library, and its byte code's number."""
    try:
        _, base, paths, version, magic = json.loads(ask_interpreter(executable, "-I", "-S", "-c", _QUESTION))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        message = f"The interpreter {executable} cannot be run: {error}. Build its environment again."
        raise UserError(message) from error
    if tuple(version) < _OLDEST:
        raise UserError(f"{executable} is Python {version[0]}.{version[1]}: samples need Python 3.10 or newer.")
    folder = Path(executable).parent.parent  # without `site`, the prefix of a virtual environment is not set
    prefix = str(folder) if (folder / "pyvenv.cfg").is_file() else base
    return prefix, base, tuple(paths), magic

"""The interpreter of processes that run samples, and their code: it is sent over a socket and run under names that
reveal nothing of this machine. Code loaded from disk would show where this package lies, with references that a sample
could read."""

import base64
import importlib.util
import json
import marshal
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

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
_INSIDE = (
    *("accounting", "confinement", "folders", "linux", "messages"),
    *("supervisor", "system_calls", "tiers", "zygote"),
)
SANDBOX_MODULES = tuple(f"classeval_hf.sandbox.{name}" for name in _INSIDE)
"""The modules of this package that every zygote runs; its payload has further ones."""
BOOTSTRAP = """
import signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the scorer may have been started with it ignored
sys.orig_argv, sys.argv, control, common = [], ["candidate.py"], int(sys.argv[1]), sys.argv[2:]
sys.path[:] = [path for path in sys.path if path]  # a search in the working folder would leave its name in memory
import base64, functools, gc, importlib, importlib.machinery, importlib.util, json, marshal, os, site, socket, struct

class SentCode:
    def __init__(self, code, is_source): self.code, self.is_source = code, is_source
    def find_spec(self, name, path=None, target=None):
        package = any(other.startswith(name + ".") for other in self.code)
        if package or name in self.code:
            return importlib.util.spec_from_loader(name, self, is_package=package)
    def create_module(self, spec): return None
    def exec_module(self, module):
        if module.__name__ in self.code:
            exec(self.compiled(module.__name__), module.__dict__)
    def compiled(self, name):
        if self.is_source: return compile(self.code[name], f"<{name}>", "exec", dont_inherit=True, optimize=0)
        return marshal.loads(base64.b64decode(self.code[name]))

def receive(connection):
    data, size = b"", 8
    while len(data) < size:  # not a byte more: what follows may come with descriptors
        data += connection.recv(size - len(data)) or sys.exit()
        if len(data) == 8: size += struct.unpack("!Q", data)[0]
    return json.loads(data[8:])

def import_sent(order, *names):
    sent = SentCode(order.pop("code"), order.pop("is_source"))
    sys.meta_path.insert(0, sent)
    modules = [importlib.import_module(name) for name in names]
    sys.meta_path.remove(sent)
    return modules

class Libraries:
    def __init__(self, importable, installed): self.importable, self.installed = set(importable), set(installed)
    def find_spec(self, name, path=None, target=None):
        if path is None and name not in self.importable:
            path = [folder for folder in sys.path if folder not in self.installed]
        return importlib.machinery.PathFinder.find_spec(name, path, target)
    def __getattr__(self, name): return getattr(importlib.machinery.PathFinder, name)

def find_libraries(order):
    sys.path[:] = order["path"]
    if order["importable"] is not None: sys.meta_path[-1] = Libraries(order["importable"], order["installed"])

def first_stage(descriptor):
    site.setquit(), site.setcopyright(), site.sethelper()
    connection = socket.socket(fileno=descriptor)
    order = receive(connection)
    find_libraries(order)
    if order["prefix"]: sys.prefix = sys.exec_prefix = order["prefix"]  # `site` would have set it
    zygote, payload = import_sent(order, "classeval_hf.sandbox.zygote", order["payload"])
    for name in [name for name in sys.modules if name.partition(".")[0] == "classeval_hf"]:
        del sys.modules[name]
    return zygote.Zygote(connection, order, payload)

def fork_from_first(descriptor, modules):
    control = socket.socket(fileno=descriptor)
    import_sent(receive(control), "classeval_hf.sandbox.zygote")
    return functools.partial(fork_zygotes, control.detach(), modules)

def fork_with_libraries(descriptor):
    control = socket.socket(fileno=descriptor)
    order = receive(control)
    find_libraries(order)
    return functools.partial(fork_zygotes, control.detach(), order["modules"])

def fork_zygotes(descriptor, modules):
    import ctypes
    set_dumpable = functools.partial(ctypes.CDLL(None).prctl, 4)
    set_dumpable(1)
    gc.disable()
    for name in modules:
        try: importlib.import_module(name)
        except BaseException: pass  # a zygote that needs it reports it
    gc.freeze(), gc.enable()  # else each zygote would look through it for garbage, and so copy it
    set_dumpable(0)  # nothing may change what later zygotes are forked from
    control = socket.socket(fileno=descriptor)
    while True:
        request, descriptors, _, _ = socket.recv_fds(control, 1, 3)
        try:
            while os.waitpid(-1, os.WNOHANG if request else 0)[0]: pass
        except ChildProcessError: pass
        if not request: return None
        child = os.fork()
        if child: control.send(b"%d" % child)
        else: break
        for descriptor in descriptors: os.close(descriptor)
    control.close()
    os.setsid()
    if len(descriptors) == 1: return functools.partial(fork_with_libraries, *descriptors)
    set_dumpable(1)  # until it has entered its tier
    connection, folder, log = descriptors
    os.fchdir(folder)
    os.dup2(log, 2)
    os.close(folder), os.close(log)
    return functools.partial(first_stage, connection)

def go(stages):
    try:
        while stages:
            stage = stages.pop()()
            if stage is not None:
                stages.append(stage)
            del stage
    finally:
        os._exit(0)

go([functools.partial(fork_from_first, control, common) if common else functools.partial(first_stage, control)])
"""
"""The program of a zygote's interpreter: loads the code that it is sent, and calls one stage after the other. Each
stage returns the next one, also in forked processes, so that only this loop is on the stack below a sample. Where
modules are named, the first stage imports them and the modules of this package that all zygotes share. It then forks
zygotes, or processes that import more and fork zygotes (see [`classeval_hf.sandbox.sandbox`]). It runs
without `site`, which would read where other projects on this machine lie, and gets only the names that `site` gives to
every program, such as `exit`. If an order names the libraries that can be imported, `Libraries` replaces Python's own
search, for samples and libraries alike: it finds no others in the folders of installed packages."""


@dataclass(frozen=True)
class Interpreter:
    executable: str  # its program, such as `bin/python` in a virtual environment. It is trusted
    packages: tuple[str, ...] = ()  # folders with installed packages. `.pth` files there are not followed

    @property
    def facts(self) -> "InterpreterFacts":
        """Its own facts; raises `UserError` if it cannot be used."""
        return _asked(self.executable)

    @property
    def path(self) -> list[str]:
        """Where samples find modules: the standard library and the packages."""
        standard = self.facts.standard_library
        dynamic = [str(Path(folder, "lib-dynload")) for folder in standard]
        return [folder for folder in dict.fromkeys([*standard, *dynamic, *self.packages]) if Path(folder).is_dir()]

    @property
    def readable(self) -> list[str]:
        """Its files that samples may read, in addition to the module path."""
        base = self.facts.base_prefix
        names = ["bin", "pyvenv.cfg", "share"] + ([] if base in _OF_EVERY_SYSTEM else ["lib"])
        prefixes = [folder for folder in dict.fromkeys((self.facts.prefix, base)) if folder not in _OF_EVERY_SYSTEM]
        programs = [str(Path(folder, name)) for folder in prefixes for name in names]
        return [os.path.realpath(self.executable), *programs]


def ask_interpreter(executable: str, *arguments: str) -> bytes:
    """The output of an interpreter that is run without the user's variables, and so without tokens."""
    kept = {name: os.environ[name] for name in ("HOME", "LD_LIBRARY_PATH", "PATH") if name in os.environ}
    command = [executable, *arguments]
    quiet = subprocess.DEVNULL
    return subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, stdin=quiet, env=kept).stdout


@dataclass(frozen=True)
class InterpreterFacts:
    prefix: str
    base_prefix: str
    standard_library: tuple[str, ...]  # its folders
    byte_code: str  # the number of the form of byte code that it runs


@lru_cache(maxsize=64)
def _asked(executable: str) -> InterpreterFacts:
    try:
        _, base, paths, version, magic = json.loads(ask_interpreter(executable, "-I", "-S", "-c", _QUESTION))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise UserError(
            f"The interpreter {executable} cannot be run: {error}. Build its environment again."
        ) from error
    if tuple(version) < _OLDEST:
        raise UserError(f"{executable} is Python {version[0]}.{version[1]}: samples need Python 3.10 or newer.")
    folder = Path(executable).parent.parent  # without `site`, the prefix of a virtual environment is not set
    prefix = str(folder) if (folder / "pyvenv.cfg").is_file() else base
    return InterpreterFacts(prefix, base, tuple(paths), magic)


def start_interpreter(
    interpreter: Interpreter | None,
    connection: int,
    environment: Mapping[str, str],
    folder: str,
    log: int,
    common: Sequence[str] = (),
) -> subprocess.Popen[bytes]:
    """Starts [`BOOTSTRAP`] in an interpreter, by default this one; with `common` modules it forks zygotes."""
    executable = sys.executable if interpreter is None else interpreter.executable
    return subprocess.Popen(
        [executable, "-B", "-S", "-X", "utf8", "-c", BOOTSTRAP, str(connection), *common],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
        cwd=folder,
        env=dict(environment),
        pass_fds=(connection,),
        start_new_session=True,
    )


def sent_code(modules: tuple[str, ...], interpreter: Interpreter | None) -> dict[str, Any]:
    """Modules of this package, in the form that the process which runs them loads."""
    as_source = interpreter is not None and interpreter.facts.byte_code != MAGIC_NUMBER.hex()
    return {"code": _source_of(modules) if as_source else _code_of(modules), "is_source": as_source}


@lru_cache(maxsize=8)  # each zygote of a run is sent the same
def _code_of(modules: tuple[str, ...]) -> dict[str, str]:
    """Compiled for this interpreter: byte code as `marshal` writes it, in base 64."""
    compiled = {}
    for name, source in _source_of(modules).items():
        code = compile(source, f"<{name}>", "exec", dont_inherit=True, optimize=0)
        compiled[name] = base64.b64encode(marshal.dumps(code)).decode()
    return compiled


def _source_of(modules: tuple[str, ...]) -> dict[str, str]:
    sources: dict[str, str] = {}
    for name in modules:
        spec = importlib.util.find_spec(name)
        source = spec.loader.get_source(name) if spec is not None and spec.loader is not None else None  # type: ignore[attr-defined]
        if source is None:
            raise ImportError(f"The source of {name} is missing, which samples are run with.")
        sources[name] = source
    return sources


def library_order(modules: Iterable[str], importable: Iterable[str] | None) -> dict[str, Any]:
    """The module path, without the user's script and data, and the libraries that can be imported from it."""
    standard = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    dynamic = [str(Path(folder, "lib-dynload")) for folder in standard]
    installed = []
    for path in sys.path:
        files = {entry.name for entry in Path(path).iterdir()} if Path(path).is_dir() else set[str]()
        # A checkout on the path has its project's file.
        is_checkout = not files.isdisjoint(("pyproject.toml", "setup.py"))
        has_packages = any(name.endswith((".dist-info", ".egg-info")) for name in files)
        if has_packages and not is_checkout and path not in standard:
            installed.append(path)
    folders = dict.fromkeys(path for path in (*standard, *dynamic, *installed) if Path(path).is_dir())
    for name in modules:
        try:  # without importing anything
            spec = importlib.util.find_spec(name.partition(".")[0])
        except (ImportError, ValueError):
            continue
        locations = list(spec.submodule_search_locations or ()) if spec is not None else []
        if spec is not None and not locations and spec.origin is not None and Path(spec.origin).is_file():
            locations = [spec.origin]
        folders.update((str(Path(location).parent), None) for location in locations)
    names = None if importable is None else sorted(importable)
    return {"path": list(folders), "importable": names, "installed": installed}


_INSTALLED = ("", "*-packages", "lib*/python3*/*-packages", "python3*/*-packages", "python3/dist-packages")
"""Where packages lie in a folder of packages, of a standard library, or of an interpreter."""


@lru_cache(maxsize=64)  # each zygote of a run is shown the same folders
def package_folders(path: tuple[str, ...]) -> tuple[str, ...]:
    """Real paths of the copies of this package in folders that samples may read: samples must not see them."""
    package = Path(__file__).resolve().parent.parent
    shown = [Path(folder).resolve() for folder in path]
    copies = {
        copy.resolve() for folder in shown if folder.is_dir() for place in _INSTALLED for copy in _in(folder / place)
    }
    readable = (copy for copy in {package, *copies} if any(copy.is_relative_to(folder) for folder in shown))
    return tuple(sorted(map(str, readable)))


def _in(place: Path, name: str = "classeval_hf") -> Iterator[Path]:
    """The folders of a name directly in the folders of a pattern."""
    yield from Path(place.anchor).glob(str(Path(*place.parts[1:], name)))


_BUNDLES = ("ensurepip/_bundled", "lib*/python3*/ensurepip/_bundled", "python3*/ensurepip/_bundled")
_FOLDERS_OF_SYSTEM = ("/usr/lib", "/usr/local/lib")


@lru_cache(maxsize=64)
def bundled_libraries(path: tuple[str, ...], packages: tuple[str, ...]) -> tuple[str, ...]:
    """Copies of libraries that come with an interpreter: a project may be one of them, and its reference in it."""
    shown = {Path(folder).resolve() for folder in (*path, *_FOLDERS_OF_SYSTEM) if Path(folder).is_dir()}
    copies = {copy.resolve() for folder in shown for name in _BUNDLES for copy in _in(folder, name)}
    own = {Path(folder).resolve() for folder in packages}
    installed = {copy.resolve() for folder in shown for place in _INSTALLED for copy in _in(folder / place, "pip")}
    return tuple(sorted(map(str, {copy for copy in copies | installed if copy.is_dir() and copy.parent not in own})))

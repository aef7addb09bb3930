"""The JDK, JUnit and our runner on this machine. With processors of annotations, such as Lombok, javac runs in the
sandbox, since they are programs."""

import hashlib
import io
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from classeval_hf.core.downloads import DAMAGED, file_sha256
from classeval_hf.core.errors import ProjectError
from classeval_hf.core.files import cache_directory
from classeval_hf.projects.java.child import SAID
from classeval_hf.sandbox.jobs import OTHER_LIMITS, Payload, SandboxJob
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.supervisor import READY
from classeval_hf.sandbox.tiers import Limits

_OLDEST = 11
_JARS = Path("/usr/share/java")  # where Debian puts JUnit
_JUNIT = (
    *("junit-platform-launcher", "junit-platform-engine", "junit-platform-commons", "junit-jupiter-api"),
    *("junit-jupiter-engine", "junit-jupiter-params", "junit-vintage-engine", "junit4", "hamcrest", "hamcrest-core"),
    *("opentest4j", "apiguardian-api", "univocity-parsers"),
)
_RUNNER = Path(__file__).with_name("Runner.java")
_RUNNER_JAR, _SHARED = "runner.jar", "classes.jsa"
_TRIAL = "package classeval; class Trial { }"
_SECONDS = 600.0
_SERVICES = "META-INF/services/javax.annotation.processing.Processor"
PAYLOAD = Payload("classeval_hf.projects.java.child", ("classeval_hf.projects.java.child",))
_LIMITS = Limits(cpu_seconds=_SECONDS, memory_bytes=8 << 30, open_files=1024, processes=4000)


@dataclass(frozen=True)
class JavaTools:
    home: str  # folder of the JDK
    version: str
    junit: tuple[str, ...]  # jars of JUnit 4 and 5
    runner: str  # folder with our compiled runner, and the classes of javac and JUnit in the form that a JVM maps
    processors: tuple[str, ...] = ()  # jars with processors of annotations, which javac runs
    agents: tuple[str, ...] = ()  # jars of agents in the JVM of tests

    @classmethod
    def find(cls) -> "JavaTools":
        """Those of `JAVA_HOME` or of the `javac` on the path; a [`ProjectError`] names what is missing."""
        stated = os.environ.get("JAVA_HOME")
        program = shutil.which("javac", path=str(Path(stated, "bin")) if stated else None)
        if program is None:
            place = f"JAVA_HOME is {stated}, which has no bin/javac" if stated else "there is no javac"
            raise ProjectError(
                f"Tasks in Java need a JDK, and {place}: install one (apt-get install default-jdk-headless), or set "
                "JAVA_HOME to its folder."
            )
        return _tools_of(str(Path(program).resolve().parent.parent))

    @property
    def class_path(self) -> tuple[str, ...]:
        return (str(Path(self.runner, _RUNNER_JAR)), *self.junit)

    @property
    def command(self) -> tuple[str, ...]:
        """A JVM with the archive of classes, which saves a third of its start, where there is one."""
        archive = Path(self.runner, _SHARED)
        return (f"{self.home}/bin/java", *[f"-XX:SharedArchiveFile={archive}"] * archive.is_file())

    @cached_property
    def readable(self) -> tuple[str, ...]:
        """Files besides the system's that running Java needs, with those in `/etc` that Debian's JDK links to."""
        targets = [path.resolve() for name in ("conf", "lib") for path in Path(self.home, name).rglob("*")]
        outside = {str(path) for path in targets if not path.is_relative_to(self.home)}
        return (self.home, *sorted(outside), self.runner, *self.junit)

    @property
    def identity(self) -> tuple[str, ...]:
        """What decides an outcome: version of the JDK, and contents of JUnit, runner, processors and agents."""
        named = [f"processor {sha256_of(jar)}" for jar in self.processors]
        named += [f"agent {sha256_of(jar)}" for jar in self.agents]
        return (self.version, *map(sha256_of, self.junit), sha256_of(_RUNNER), *named)

    def compile(self, sources: Sequence[Path], output: Path, class_path: Sequence[str]) -> str:
        """Compiles files and runs nothing of them, but in the sandbox processors; returns what javac says if that
        fails, with paths from the folder of `output`."""
        output.mkdir(parents=True, exist_ok=True)
        options = [
            "-d",
            str(output),
            "-cp",
            os.pathsep.join(class_path),
            *processing(self.processors),
            "-implicit:none",
        ]
        listed, here = output.with_name(f"{output.name}.sources"), f"{output.parent}/"
        listed.write_text("".join(f'"{path}"\n' for path in sources).replace(here, ""), encoding="utf-8")
        command = [
            *(f"{self.home}/bin/javac", "-J-Xmx2g", "-J-XX:+UseSerialGC", "-J-Duser.language=en", "-g", "-Xlint:none"),
            *("-Xmaxerrs", "1000", "-encoding", "UTF-8", "-nowarn", *options, f"@{listed}"),
        ]
        command = [part.replace(here, "") for part in command]
        kept = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
        try:
            if self.processors:
                return run_contained(command, output, self.home, (*self.readable, *class_path))
            done = subprocess.run(
                command, cwd=here, env=kept, capture_output=True, errors="replace", timeout=_SECONDS, check=False
            )
        finally:
            listed.unlink()
        return "" if done.returncode == 0 else done.stderr.strip() or "javac gives no reason"


@cache
def _tools_of(home: str) -> JavaTools:
    stated = Path(home, "release")
    text = stated.read_text("utf-8", "replace") if stated.is_file() else ""
    found = re.search(r'^JAVA_VERSION="((?:1\.)?(\d+)[^"]*)"', text, re.MULTILINE)
    if found is None or int(found[2]) < _OLDEST:
        version = f"is Java {found[1]}" if found else "does not state its version in the file release"
        raise ProjectError(f"The JDK {home} {version}, and tasks in Java need {_OLDEST} or newer: set JAVA_HOME.")
    junit = tuple(str(_JARS / f"{name}.jar") for name in _JUNIT)
    missing = [path for path in junit if not Path(path).is_file()]
    if missing:
        raise ProjectError(f"There is no {missing[0]}: install JUnit (apt-get install junit4 junit5).")
    tools = JavaTools(home, found[1], junit, "")
    digest = hashlib.sha256("\n".join(tools.identity).encode()).hexdigest()[:16]
    folder = cache_directory() / "projects" / f"java-runner-{digest}"
    if not folder.is_dir():
        scratch = folder.with_name(f"{folder.name}.{os.getpid()}")
        problem = tools.compile([_RUNNER], scratch, junit)
        if problem:
            shutil.rmtree(scratch, ignore_errors=True)
            raise ProjectError(f"The runner of tests in Java does not compile with {home}: {problem.splitlines()[0]}")
        with ZipFile(scratch / _RUNNER_JAR, "w") as jar:
            for path in sorted(scratch.rglob("*.class")):
                jar.write(path, path.relative_to(scratch))
        move_into_place(scratch, folder)
        _archive_classes(JavaTools(home, found[1], junit, str(folder)))
    return JavaTools(home, found[1], junit, str(folder))


def _archive_classes(tools: JavaTools) -> None:
    """Lets a JVM that compiles and runs something small write its classes, by their final paths; older ones cannot."""
    with TemporaryDirectory(dir=tools.runner) as scratch:
        source, archive = Path(scratch, "Trial.java"), Path(scratch, _SHARED)
        source.write_text(_TRIAL, encoding="utf-8")
        order = {"key": "00", "source": source, "target": "Trial.java", "output": scratch, "discover": "true"}
        order |= {"path": tools.class_path[0], "test": "Trial.java\tTrialTests\tclasseval.TrialTests"}
        command = [f"{tools.home}/bin/java", f"-XX:ArchiveClassesAtExit={archive}", "-Xmx1g", "-XX:+UseSerialGC"]
        subprocess.run(
            [*command, "-cp", os.pathsep.join(tools.class_path), "classeval.Runner"],
            input="".join(f"{key} {value}\n" for key, value in order.items()).encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        if archive.is_file():
            archive.rename(Path(tools.runner, _SHARED))


def move_into_place(scratch: Path, folder: Path) -> None:
    """Moves a finished folder, unless another process was first."""
    try:
        scratch.rename(folder)
    except OSError:
        shutil.rmtree(scratch)
        if not folder.is_dir():
            raise


sha256_of = cache(file_sha256)  # jars are hashed for each task


@cache
def processing(jars: tuple[str, ...]) -> tuple[str, ...]:
    """Options of javac that run the processors in these jars and no others. They name each: javac in a sample's JVM
    would also look for processors among the JVM's own classes."""
    if not jars:
        return ("-proc:none",)
    names: dict[str, None] = {}
    for jar in jars:
        with ZipFile(jar) as file:
            text = file.read(_SERVICES).decode("utf-8", "replace") if _SERVICES in file.namelist() else ""
        names |= dict.fromkeys(filter(None, (line.partition("#")[0].strip() for line in text.splitlines())))
    if not names:
        where = f"{' '.join(jars)}: none has a file {_SERVICES}"
        raise ProjectError(f"No processor of annotations in {where}. Name other jars by --class-path.")
    return ("-processorpath", os.pathsep.join(jars), "-processor", ",".join(names))


def run_contained(command: Sequence[str], output: Path, home: str, readable: Sequence[str]) -> str:
    """Runs javac in the sandbox, in the folder around `output`, all that it sees of this user's files besides those in
    `readable`; keeps what it writes to `output`, and returns what it says of what it refuses."""
    step = {"name": "javac", "command": list(command), "output": output.name, "libraries": f"{home}/lib"}
    settings = SandboxSettings(PAYLOAD, _LIMITS, tree=str(output.parent), readable=tuple(readable))
    with SandboxPool() as pool:
        (ran,) = pool.sandbox(settings, is_reference=True).run(SandboxJob({}, None, (step,))).steps
    if ran.limit:
        return OTHER_LIMITS.get(ran.limit, ("", f"javac took more than {_LIMITS.cpu_seconds:g} seconds"))[1]
    try:
        with ZipFile(io.BytesIO(ran.report.removeprefix(READY))) as file:
            if sum(info.file_size for info in file.infolist()) > _LIMITS.file_bytes:
                return f"javac wrote more than {_LIMITS.file_bytes >> 20} MiB"
            written = [name for name in file.namelist() if name.startswith(f"{output.name}/")]
            file.extractall(output.parent, written)  # which drops `..` from names
            return file.read(SAID).decode("utf-8", "replace")
    except DAMAGED:
        return f"javac ended without a report: {ran.output.strip()}"

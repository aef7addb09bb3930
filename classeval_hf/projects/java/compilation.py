"""Compiles a project in Java once for this machine: a copy of its sources, its classes, and those of its tests."""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from zipfile import ZipFile, is_zipfile

import msgspec

from classeval_hf.core.errors import ProjectError
from classeval_hf.core.files import cache_directory, write_whole
from classeval_hf.core.repository_tasks import JAVA, ProjectRelease
from classeval_hf.projects.java.tools import JavaTools, move_into_place, processing, sha256_of
from classeval_hf.projects.tasks.files import PROJECT, release_in

SOURCE, MAIN, TESTS = "source", "main", "test"
"""Folders of a compiled project: a copy of it, its classes and resources, and those of its tests."""
HEAPS = (1024, 512, 256)
"""What a JVM's objects may take, in MiB: the first with which one starts here."""
_RECORD = "compiled.json"
_JARS = "java-jars"  # the folder with records of jars
_MANIFEST, _AGENT = "META-INF/MANIFEST.MF", b"Premain-Class:"
_BUILT = frozenset(("target", "build", "out", "bin", "node_modules"))
_MAIN_ROOTS, _TEST_ROOTS = ("src/main/java", "src/java", "src"), ("src/test/java", "src/test", "test", "tests")
_RESOURCES = {"src/main/java": "src/main/resources", "src/test/java": "src/test/resources"}
_NOT_COMPILED = ("module-info.java", "package-info.java")
_GRADLE = " (the guide shows a task of Gradle that lists them)"
_LISTING = {
    "pom.xml": " (mvn dependency:build-classpath -Dmdep.outputFile=jars.txt lists them)",
    **dict.fromkeys(("build.gradle", "build.gradle.kts"), _GRADLE),
}  # how a build lists its jars, by its file
_OTHERS = {".kt": "Kotlin", ".scala": "Scala", ".groovy": "Groovy"}
_ROUNDS = 8  # files that do not compile are left out, and then those that need them
_ERROR = re.compile(r"^(?:source/)?(\S.*?\.java):(\d+): error: (.*)$", re.MULTILINE)
_THROWN = re.compile(r"^((?:\w+\.)+\w*(?:Error|Exception)\b.*)$", re.MULTILINE)  # by a processor


@dataclass(frozen=True)
class CompiledProject:
    folder: Path
    name: str  # with its version, and the JDK's
    identity: str  # hash of release, JDK, JUnit and jars
    tools: JavaTools
    class_path: tuple[str, ...]  # jars of its dependencies, processors and agents
    generated: tuple[str, ...]  # sources that processors made, by their paths among the classes
    left_out: Mapping[str, str]  # files of tests that do not compile, each with the first error
    heap: list[int] = field(default_factory=list)  # of its JVMs, in MiB, once tried; two threads may add it

    @property
    def label(self) -> str:
        """Its name, and the heap if a JVM does not start here with the usual one."""
        return ", ".join([self.name, *(f"heap of {size} MiB" for size in self.heap[:1] if size != HEAPS[0])])

    @property
    def tree(self) -> Path:
        """The copy of the project."""
        return self.folder / SOURCE

    def text(self, path: str) -> str:
        return (self.tree / path).read_text("utf-8", "replace")


class Jars(msgspec.Struct, frozen=True, kw_only=True):
    """The jars that a project needs besides JUnit."""

    class_path: tuple[str, ...] = ()
    """Dependencies; once recorded, processors and agents too, since some hold what the project names."""
    processors: tuple[str, ...] = ()
    """Jars with processors of annotations, which javac runs."""
    agents: tuple[str, ...] = ()
    """Jars of agents, which change classes of the JVM in which tests run, as Mockito's does."""

    @classmethod
    def recorded(cls, sha256: str) -> "Jars":
        """Reads what is recorded on this machine for projects of this content; no jars if nothing is."""
        try:
            return msgspec.json.decode(_place(sha256).read_bytes(), type=cls)
        except (OSError, msgspec.DecodeError):
            return cls()

    def record(self, sha256: str) -> None:
        """Records them for all folders of this content: a folder's own files must not name what is run."""
        _place(sha256).parent.mkdir(parents=True, exist_ok=True)
        write_whole(_place(sha256), msgspec.json.encode(self).decode())


def _place(sha256: str) -> Path:
    return cache_directory() / "projects" / _JARS / f"{sha256}.json"


def named_jars(class_path: Sequence[str], processors: Sequence[str] = (), agents: Sequence[str] = ()) -> Jars:
    """The jars that a user names; raises `ProjectError` for one that is missing or of another kind."""
    every = jar_files([*class_path, *processors, *agents])
    if missing := [jar for jar in every if not is_zipfile(jar)]:
        raise ProjectError(f"There is no jar {missing[0]} on the class path: name files of dependencies.")
    every, own, changing = (
        list(dict.fromkeys(str(Path(jar).resolve()) for jar in of))
        for of in (every, jar_files(processors), jar_files(agents))
    )
    processing(tuple(own))  # raises an error if these hold none
    for jar in changing:
        with ZipFile(jar) as file:
            if _MANIFEST not in file.namelist() or _AGENT not in file.read(_MANIFEST):
                raise ProjectError(f"{jar} is no agent: its manifest names no Premain-Class. Name it by --class-path.")
    return Jars(class_path=tuple(every), processors=tuple(own), agents=tuple(changing))


def jar_files(named: Sequence[str]) -> list[str]:
    """The jars of a class path, given as files, as folders of jars, or as files that list paths between colons."""
    found: list[str] = []
    for path in map(Path, named):
        if path.is_dir():
            found += map(str, sorted(path.glob("*.jar")))
        elif path.suffix == ".jar" or not path.is_file():
            found.append(str(path))
        else:
            parts = re.split(f"[{os.pathsep}\n]", path.read_text("utf-8", "replace"))
            listed = [part.strip() for part in parts if part.strip().endswith(".jar")]  # others are folders of classes
            if not listed:
                raise ProjectError(f"{path} lists no jar: write it by Maven or Gradle, or name jars.")
            found += listed
    return found


def copy_project(source: Path, folder: Path, name: str, jars: Jars) -> ProjectRelease:
    """Copies a project into a new folder, and records the jars that it is compiled against."""
    shutil.copytree(source, folder, ignore=partial(_not_copied, source))
    about = {"name": name, "version": "", "licence": "", "language": JAVA}
    write_whole(folder / PROJECT, json.dumps(about, indent=1))
    release = release_in(folder)
    jars.record(release.sha256)
    return release


def install_checkout(name: str, checkout: Path, jars: Jars) -> CompiledProject:
    """Copies and compiles a checkout of a benchmark's project, in the place of an earlier one."""
    folder = installed_folder(name)
    scratch = folder.with_name(f".{name}.{os.getpid()}")
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        compiled = compiled_project(copy_project(checkout, scratch, name, jars), scratch)
        shutil.rmtree(folder, ignore_errors=True)
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return compiled


def installed_folder(name: str) -> Path:
    """The folder of a benchmark's project in Java, which may not exist."""
    if PurePosixPath(name).name != name:
        raise ProjectError(f"{name!r} is not the name of a project: it must be the name of a folder.")
    return cache_directory() / "projects" / name


def remove_checkout(name: str) -> int:
    """Removes a benchmark's project, its compiled copies and what interrupted installations left; returns the number
    of freed bytes."""
    folder = installed_folder(name)
    patterns = (name, f".{name}.*", f"java-{name}-{'[0-9a-f]' * 16}*")
    places = [place for pattern in patterns for place in folder.parent.glob(pattern) if place.is_dir()]
    freed = sum(file.stat().st_size for place in places for file in place.rglob("*") if file.is_file())
    for place in places:
        shutil.rmtree(place)
    return freed


def compiled_project(release: ProjectRelease, folder: Path) -> CompiledProject:
    """A project as it is compiled on this machine, which is done at the first call and runs none of its code."""
    jars = Jars.recorded(release.sha256)
    lost = [jar for jar in jars.class_path if not Path(jar).is_file()]
    if lost:
        raise ProjectError(f"The jar {lost[0]} of {release.label} is gone: name its class path again by --class-path.")
    tools = replace(JavaTools.find(), processors=jars.processors, agents=jars.agents)
    known = [release.sha256, *tools.identity, *map(sha256_of, jars.class_path)]
    identity = hashlib.sha256(json.dumps(known).encode()).hexdigest()
    place = cache_directory() / "projects" / f"java-{release.label}-{identity[:16]}"
    if not (place / _RECORD).is_file():
        scratch = place.with_name(f"{place.name}.{os.getpid()}")
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            generated, left_out = _compile(release.label, folder, scratch, tools, jars.class_path)
            found = {
                "java": tools.version,
                "class_path": {Path(jar).name: sha256_of(jar) for jar in (*tools.junit, *jars.class_path)},
                **{
                    kind: [Path(jar).name for jar in of]
                    for kind, of in (("processors", jars.processors), ("agents", jars.agents))
                },
                "generated": generated,
                "left_out": left_out,
            }
            write_whole(scratch / _RECORD, json.dumps(found, indent=1))
        except BaseException:
            shutil.rmtree(scratch, ignore_errors=True)
            raise
        move_into_place(scratch, place)
    record, label = json.loads((place / _RECORD).read_text("utf-8")), f"{release.label}, Java {tools.version}"
    return CompiledProject(
        place, label, identity, tools, jars.class_path, tuple(record["generated"]), record["left_out"]
    )


def _compile(
    name: str, folder: Path, scratch: Path, tools: JavaTools, class_path: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Compiles a copy of a project; returns the sources that processors made, and the test files that do not compile,
    each with the first error."""
    source = scratch / SOURCE
    shutil.copytree(folder, source, ignore=partial(_not_copied, folder))
    main, tests = java_files(source)
    if not main:
        raise ProjectError(f"{name} has no sources in Java in {' or '.join(_MAIN_ROOTS)}.{other_languages(source)}")
    problem = tools.compile(main, scratch / MAIN, class_path)
    if problem:
        first = _ERROR.search(problem)
        what = f"{first[1]}:{first[2]}: {first[3]}" if first else (_THROWN.findall(problem) or problem.splitlines())[0]
        listing = next((how for file, how in _LISTING.items() if (source / file).is_file()), "")
        fix = f"Name the jars that it needs by --class-path{listing}, and processors of annotations (Lombok) by"
        problem = f"{name} does not compile with Java {tools.version}: {what}."
        raise ProjectError(f"{problem} {fix} --processors, in versions for this Java.{other_languages(source)}")
    generated = sorted((scratch / MAIN).rglob("*.java"))
    for path in generated:  # may repeat what it was made of
        path.unlink()
    classes = {path.relative_to(scratch / MAIN).as_posix() for path in (scratch / MAIN).rglob("*.class")}
    for jar in (*class_path, *tools.junit):
        with ZipFile(jar) as file:  # classes for one version of Java count as if they were for all
            members = {re.sub(r"^META-INF/versions/\d+/", "", member) for member in file.namelist()}
        if copied := sorted(classes & members):
            raise ProjectError(
                f"{jar} holds a copy of {copied[0]} of {name}, which samples could read and which would be run in "
                "their place: leave this jar out of --class-path."
            )
    left_out: dict[str, str] = {}
    available = [str(scratch / MAIN), *class_path, *tools.junit]
    for _ in range(_ROUNDS):
        (scratch / TESTS).mkdir(exist_ok=True)
        problem = tools.compile(tests, scratch / TESTS, available) if tests else ""
        errors = {path: f"line {line}: {why}" for path, line, why in reversed(_ERROR.findall(problem))}
        if not problem:
            break
        compiling = [path for path in tests if path.relative_to(source).as_posix() not in errors]
        if len(compiling) == len(tests):
            raise ProjectError(f"The tests of {name} do not compile: {problem.splitlines()[0]}")
        left_out |= errors
        tests = compiling
    for roots, output in ((_MAIN_ROOTS, MAIN), (_TEST_ROOTS, TESTS)):
        for root in _found(source, roots):
            resources = _RESOURCES.get("/".join(root.parts[-3:]))
            for place in (root, *([root.parents[2] / resources] if resources else [])):  # some keep them with sources
                if place.is_dir():
                    ignored = shutil.ignore_patterns("*.java", "*.class")
                    shutil.copytree(place, scratch / output, dirs_exist_ok=True, ignore=ignored)
    return [path.relative_to(scratch / MAIN).as_posix() for path in generated], left_out


def java_files(source: Path) -> tuple[list[Path], list[Path]]:
    """The files of a project, and those of its tests."""
    tests, main = (
        [
            path
            for root in _found(source, roots)
            for path in sorted(root.rglob("*.java"))
            if path.is_file() and path.name not in _NOT_COMPILED
        ]
        for roots in (_TEST_ROOTS, _MAIN_ROOTS)
    )
    return [path for path in main if path not in set(tests)], tests


def other_languages(source: Path) -> str:
    """A sentence about sources in another language of the JVM; empty without any."""
    for suffix, language in _OTHERS.items():
        for path in source.rglob(f"src/**/*{suffix}"):
            where = path.relative_to(source)
            return f" {where} is in {language}, which is not compiled here: name a jar of it by --class-path."
    return ""


def _found(source: Path, roots: Sequence[str]) -> list[Path]:
    """The folders of the first of these names that the modules of a project have."""
    modules = [Path(folder) for folder, _, _ in os.walk(source)]
    for root in roots:
        if found := sorted(module / root for module in modules if (module / root).is_dir()):
            return found
    return []


def _not_copied(root: Path, folder: str, names: list[str]) -> set[str]:
    """Names that are not copied: hidden files, links, and built folders, but not packages of their names."""
    built = _BUILT if "src" not in Path(folder).relative_to(root).parts else ()
    return {
        name
        for name in names
        if name.startswith(".") or (name in built and Path(folder, name).is_dir()) or Path(folder, name).is_symlink()
    }

"""
Pins what the environments of real projects are made of: `python benchmarks/lock_projects.py NAME ...`.

For each project it resolves the `requirements` that `catalogue.json` gives, as of the day given there, with `uv`, and
writes the lock file of the project, and the files of its own release into the catalogue. `newer` names distributions
that may be of a later day, since they had no wheels before. Needs `uv` on the path and a
package index that tells when files were uploaded.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomllib
from packaging.markers import Marker
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from classeval_hf.core.files import write_whole
from classeval_hf.projects.install.installation import CATALOGUE, LOCKS, projects_folder

_MACHINES = ("x86_64", "aarch64")
_PYTHONS = ((3, 10), (3, 11), (3, 12), (3, 13))
_GLIBC_MINORS = range(40, 4, -1)
_OLD_NAMES = ("manylinux2014", "manylinux2010", "manylinux1")


@dataclass(frozen=True)
class Platform:
    """A kind of machine and interpreter that environments are pinned for."""

    python: tuple[int, int]
    machine: str

    def tags(self) -> frozenset[Tag]:
        """Tags of the wheels that fit."""
        names = [f"manylinux_2_{minor}_{self.machine}" for minor in _GLIBC_MINORS]
        names += [f"{old}_{self.machine}" for old in _OLD_NAMES] + [f"linux_{self.machine}"]
        interpreter = f"cp{self.python[0]}{self.python[1]}"
        return frozenset(
            [
                *cpython_tags(self.python, platforms=names),
                *compatible_tags(self.python, interpreter=interpreter, platforms=names),
            ]
        )

    def holds(self, marker: str | None) -> bool:
        """Whether a marker is true here."""
        version = ".".join(map(str, self.python))
        environment = {
            "python_version": version,
            "python_full_version": f"{version}.9",
            "implementation_version": f"{version}.9",
            "platform_machine": self.machine,
            "sys_platform": "linux",
            "platform_system": "Linux",
            "os_name": "posix",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
        }
        return marker is None or Marker(marker).evaluate(environment)


def main() -> int:
    """Writes the lock files of the projects named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--measure", action="store_true", help="take sizes on disk from the projects installed here")
    arguments = parser.parse_args()
    catalogue = json.loads(CATALOGUE.read_text())
    if arguments.measure:
        _measure(catalogue)
    for name in arguments.names:
        (entry,) = (entry for entry in catalogue if canonicalize_name(entry["name"]) == canonicalize_name(name))
        packages, command = _resolve(entry)
        own = canonicalize_name(entry["name"])
        platforms = [
            Platform(python, machine)
            for python in _PYTHONS
            for machine in entry.get("machines", _MACHINES)
            if SpecifierSet(entry["python"]).contains(f"{python[0]}.{python[1]}")
        ]
        _set_files(entry, next(package for package in packages if package["name"] == own), platforms)
        if entry.get("tests_version"):
            entry["tests_source"] = [_sdist_of_tests(entry)]
        lock, size = _lock([package for package in packages if package["name"] != own], platforms)
        entry["download_bytes"] = size + sum(
            files[0]["bytes"] for files in (entry["source"], entry["metadata"], entry.get("tests_source")) if files
        )
        write_whole(LOCKS / f"{entry['name']}-{entry['version']}.txt", f"{_header(entry, command, platforms)}{lock}")
        write_whole(CATALOGUE, f"{json.dumps(catalogue, indent=1, ensure_ascii=False)}\n")
        print(f"{name}: {len(packages) - 1} packages, {entry['download_bytes'] / 1e6:.1f} MB to download")
    return 0


def _measure(catalogue: list[dict[str, Any]]) -> None:
    """Writes into the catalogue what installed projects take."""
    for entry in catalogue:
        record = projects_folder() / f"{entry['name']}-{entry['version']}" / "project.json"
        if record.is_file():
            entry["disk_bytes"] = json.loads(record.read_text())["disk_bytes"]
    write_whole(CATALOGUE, f"{json.dumps(catalogue, indent=1, ensure_ascii=False)}\n")


def _resolve(entry: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    first = min(python for python in _PYTHONS if SpecifierSet(entry["python"]).contains(f"{python[0]}.{python[1]}"))
    command = ["uv", "pip", "compile", "--no-config", "--universal", "--python-version", f"{first[0]}.{first[1]}"]
    command += ["--exclude-newer", entry["as_of"]]
    for name, day in entry.get("newer", {}).items():
        command += ["--exclude-newer-package", f"{name}={day}"]
    extras = f"[{','.join(entry['extras'])}]" if entry.get("extras") else ""
    wanted = [f"{entry['name']}{extras}=={entry['version']}", *entry["requirements"]]
    return _compile(entry, command, wanted), command


def _compile(entry: dict[str, Any], command: Sequence[str], wanted: Sequence[str]) -> list[dict[str, Any]]:
    """What `uv` finds for requirements."""
    with tempfile.TemporaryDirectory() as folder:
        requirements, output = Path(folder, "requirements.in"), Path(folder, "pylock.toml")
        requirements.write_text("".join(f"{line}\n" for line in wanted))
        files = ["--quiet", "--format", "pylock.toml", "--output-file", str(output), str(requirements)]
        found = subprocess.run([*command, *files], capture_output=True, text=True)
        if found.returncode:
            sys.exit(f"{entry['name']}: {found.stderr}")
        packages: list[dict[str, Any]] = tomllib.loads(output.read_text())["packages"]
        return packages


def _sdist_of_tests(entry: dict[str, Any]) -> dict[str, Any]:
    """The sdist of the release that the tests come from."""
    command = ["uv", "pip", "compile", "--no-config", "--no-deps"]
    (package,) = _compile(entry, command, [f"{entry['name']}=={entry['tests_version']}"])
    (sdist,) = (file for file in _files(package) if not file["file"].endswith(".whl"))
    return sdist


def _files(package: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Wheels, then the sdist, by name, size and hash."""
    for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]:
        yield {
            "file": file.get("name") or file["url"].rsplit("/", 1)[-1].replace("%2B", "+"),
            "sha256": file["hashes"]["sha256"],
            "bytes": file["size"],
        }


def _wheels(package: dict[str, Any], platform: Platform) -> list[dict[str, Any]]:
    tags = platform.tags()
    wheels = [file for file in _files(package) if file["file"].endswith(".whl")]
    return [file for file in wheels if parse_wheel_filename(file["file"])[3] & tags]


def _set_files(entry: dict[str, Any], package: dict[str, Any], platforms: Sequence[Platform]) -> None:
    """The files of the project's own release."""
    fitting = {file["file"]: file for platform in platforms for file in _wheels(package, platform)}
    wheels = list(fitting.values())
    sdists = [file for file in _files(package) if not file["file"].endswith(".whl")]
    entry["source"], entry["metadata"] = (wheels, []) if entry["kind"] == "wheel" else (sdists, wheels)
    if not entry["source"]:
        sys.exit(f"{entry['name']} {entry['version']}: the index has no {entry['kind']} of it")


def _lock(packages: Sequence[dict[str, Any]], platforms: Sequence[Platform]) -> tuple[str, int]:
    """The lines of a lock file, and the bytes to download on x86-64 with CPython 3.11 or the nearest to it."""
    usual = next((platform for platform in platforms if platform.python == (3, 11)), platforms[0])
    lines: list[str] = []
    size = 0
    for package in packages:
        marker = package.get("marker")
        wanted_on = [platform for platform in platforms if platform.holds(marker)]
        if not wanted_on:
            continue
        chosen: dict[str, dict[str, Any]] = {}
        built: list[str] = []
        for platform in wanted_on:
            wheels = _wheels(package, platform)
            chosen |= {file["file"]: file for file in wheels}
            built += [] if wheels else [f"{platform.python[0]}.{platform.python[1]} {platform.machine}"]
            if platform == usual:
                size += next(iter([*wheels, *_files(package)]))["bytes"]
        if built:
            sdists = [file for file in _files(package) if not file["file"].endswith(".whl")]
            if not sdists:
                sys.exit(f"{package['name']} {package['version']}: no file fits all of the platforms")
            chosen |= {file["file"]: file for file in sdists}
            lines.append(f"# {package['name']} has no wheel for {', '.join(built)}: it is built from its sdist.\n")
        needed = "" if len(wanted_on) == len(platforms) or marker is None else f" ; {marker}"
        hashes = sorted({file["sha256"] for file in chosen.values()})
        lines.append(
            f"{package['name']}=={package['version']}{needed}"
            + "".join(f" \\\n    --hash=sha256:{value}" for value in hashes)
            + "\n"
        )
    return "".join(lines), size


def _header(entry: dict[str, Any], command: Sequence[str], platforms: Sequence[Platform]) -> str:
    version = subprocess.run(["uv", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    machines = dict.fromkeys(platform.machine for platform in platforms)
    pythons = ", ".join(dict.fromkeys(f"{platform.python[0]}.{platform.python[1]}" for platform in platforms))
    return (
        f"# What {entry['name']} {entry['version']} and its tests need, on Linux ({', '.join(machines)}), "
        f"CPython {pythons}.\n"
        f"# Made by `python benchmarks/lock_projects.py {entry['name']}` with uv {version}, from the requirements in "
        f"catalogue.json:\n#   {' '.join(command)}\n"
        f"# {entry['name']} itself is pinned in catalogue.json.\n"
    )


if __name__ == "__main__":
    sys.exit(main())

"""Lock files: the names, versions and hashes of what an environment is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

from classeval_hf.core.errors import UserError

_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})(?=\s|$)")


@dataclass(frozen=True)
class Pin:
    name: str  # its name on the package index
    version: str
    sha256: tuple[str, ...]  # hashes of the files that may be taken

    @property
    def line(self) -> str:
        """The pin in pip's requirements format."""
        return " ".join([f"{self.name}=={self.version}", *(f"--hash=sha256:{value}" for value in self.sha256)])


def read_lock(path: Path) -> list[Pin]:
    """The pins that hold for this interpreter and machine, in lines `NAME==VERSION [; MARKER] --hash=...`, as of
    pip."""
    pins = []
    for line in path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        requirement = Requirement(line.split(" --hash=", 1)[0].strip())
        hashes = tuple(_HASH.findall(line))
        versions = [item.version for item in requirement.specifier if item.operator == "=="]
        if len(versions) != 1 or not hashes:
            raise UserError(f"{path.name}: {line.split()[0]} is not pinned to one version with its hashes.")
        if requirement.marker is None or requirement.marker.evaluate():
            pins.append(Pin(requirement.name, versions[0], hashes))
    return pins

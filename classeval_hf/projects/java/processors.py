"""Processors of annotations, such as Lombok: programs that javac runs. So javac then runs in the sandbox."""

import io
import os
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

from classeval_hf.core.downloads import DAMAGED
from classeval_hf.core.errors import ProjectError
from classeval_hf.projects.java.javac_child import SAID
from classeval_hf.sandbox.jobs import OTHER_LIMITS, Payload, SandboxJob
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.supervisor import READY
from classeval_hf.sandbox.tiers import Limits

_SERVICES = "META-INF/services/javax.annotation.processing.Processor"
_CHILD = "classeval_hf.projects.java.javac_child"
_PAYLOAD = Payload(_CHILD, (_CHILD,))
_LIMITS = Limits(cpu_seconds=600.0, memory_bytes=8 << 30, open_files=1024, processes=4000)


def processing(jars: Sequence[str]) -> tuple[str, ...]:
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
    settings = SandboxSettings(_PAYLOAD, _LIMITS, tree=str(output.parent), readable=tuple(readable))
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

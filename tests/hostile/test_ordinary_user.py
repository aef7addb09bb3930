"""The samples once more as an ordinary user, here and on the workers of a cluster, where root runs the suite."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path
from typing import Any

import ordinary_user
import pytest
from ledger import TIERS
from places import ROOT

NOBODY = 65534


@pytest.fixture(scope="module")
def python() -> str:
    """An interpreter that an ordinary user may run: root's own often lies in root's home."""
    if os.getuid() != 0:
        pytest.skip("the whole suite runs as an ordinary user")
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for path in (sys.executable, shutil.which(name, path="/usr/bin:/usr/local/bin:/opt/bin")):
        with suppress(PermissionError):
            if path is not None and _as_nobody([path, "-c", ""], {}).returncode == 0:
                return path
    pytest.skip(f"no {name} that an ordinary user may run")


def _as_nobody(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd="/",
        env={"PATH": os.defpath, **environment},
        capture_output=True,
        text=True,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        timeout=300,
    )


@pytest.mark.parametrize("tier", TIERS)
def test_samples(tier: str, python: str, outside: dict[str, Any], tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    folders = [home, *home.parents[:4]]
    for folder in folders:
        if folder.stat().st_uid == 0 and folder not in (Path("/"), Path("/tmp")):
            folder.chmod(0o755)
    os.chown(home, NOBODY, NOBODY)
    path = [str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    environment = {
        "HF_ALLOW_CODE_EVAL": "1",
        "HF_HOME": str(home),
        "HOME": str(home),
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(path),
    }
    done = _as_nobody([python, ordinary_user.__file__, tier, json.dumps(outside)], environment)
    if done.returncode and "Permission denied" in done.stderr and "site-packages" in done.stderr:
        pytest.skip("this environment's libraries are closed to ordinary users")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    if "unavailable" in found:
        pytest.skip(f"an ordinary user does not get {tier} here: {found['unavailable']}")
    assert found["user"] == NOBODY and found["samples"] > 60
    assert not found["problems"], "\n".join(found["problems"])

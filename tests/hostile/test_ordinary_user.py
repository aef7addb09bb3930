"""The samples once more as an ordinary user, here and on the workers of a cluster, where root runs the suite."""

import json
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import corpora
import ordinary_user
import project_attacks
import pytest
from hostile_samples import TIERS
from places import ROOT
from programs import run_program

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


def _as_nobody(command: list[str], environment: dict[str, str]) -> Any:
    user: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": [], "timeout": 900}
    return run_program(*command, cwd="/", env={"PATH": os.defpath, **environment}, **user)


@pytest.fixture
def home() -> Iterator[Path]:
    """The user's folder, in none of pytest's: other runs of tests, by the same user, close those above it."""
    with tempfile.TemporaryDirectory(prefix="classeval-nobody-") as folder:
        os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


def _found(program: str, arguments: Sequence[str], python: str, home: Path) -> dict[str, Any]:
    """What a program of `tests/helpers` prints, run by an ordinary user."""
    path = [str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    ones = dict.fromkeys(("HF_ALLOW_CODE_EVAL", "OPENBLAS_NUM_THREADS", "PYTHONDONTWRITEBYTECODE"), "1")
    environment = {**ones, **dict.fromkeys(("HF_HOME", "HOME"), str(home)), "CLASSEVAL_HOSTILE": "all"}
    environment["PYTHONPATH"] = os.pathsep.join(path)
    done = _as_nobody([python, program, *arguments], environment)
    if done.returncode and "Permission denied" in done.stderr and "site-packages" in done.stderr:
        pytest.skip("this environment's libraries are closed to ordinary users")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    if "unavailable" in found:
        pytest.skip(f"an ordinary user does not get this tier here: {found['unavailable']}")
    assert found["user"] == NOBODY
    return found


@pytest.mark.full
@pytest.mark.parametrize("tier", TIERS)
def test_samples(tier: str, python: str, outside: dict[str, Any], home: Path) -> None:
    found = _found(ordinary_user.__file__, [tier, json.dumps(outside)], python, home)
    assert not found["problems"], "\n".join(found["problems"])
    assert found["samples"] > 60


@pytest.mark.full
@pytest.mark.parametrize("tier", TIERS)
def test_project_attacks(tier: str, python: str, home: Path) -> None:
    found = _found(project_attacks.__file__, [tier], python, home)
    assert not found["problems"], "\n".join(found["problems"])
    assert found["samples"] == len(project_attacks.ATTACKS)


@pytest.mark.full
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("corpus", corpora.CORPORA)
def test_corpus(corpus: str, tier: str, python: str, hostile_corpora: Path, classeval_file: Path, home: Path) -> None:
    """Those that lie beside ClassEval's data."""
    if not corpora.EVERYTHING:
        pytest.skip("set CLASSEVAL_HOSTILE=all to run them as an ordinary user too")
    if not all(path.stat().st_mode & 4 for path in (*hostile_corpora.glob("*.jsonl"), classeval_file)):
        pytest.skip("the folder hostile/ is not at hand for an ordinary user: its files are closed")
    facts = {"corpus": corpus, "tier": tier, "corpora": str(hostile_corpora), "classeval": str(classeval_file)}
    found = _found(corpora.__file__, [json.dumps(facts)], python, home)
    assert not found["problems"], "\n".join(found["problems"])
    assert found["samples"] >= corpora.LEAST[corpus]

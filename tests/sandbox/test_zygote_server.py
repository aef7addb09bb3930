"""The process that zygotes are forked from."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tiers_here import PAYLOAD, TIERS, needs_isolation, new_sandbox, results

from classeval_hf.sandbox import sandbox as sandbox_module
from classeval_hf.sandbox.code_transfer import SANDBOX_MODULES, Interpreter
from classeval_hf.sandbox.jobs import IsolationError
from classeval_hf.sandbox.sandbox import ForkedZygote, Sandbox, ZygoteServer, sample_environment
from classeval_hf.sandbox.self_test import choose_isolation
from classeval_hf.sandbox.tiers import Tier

pytestmark = needs_isolation


def result_of(sandbox: Sandbox, code: str) -> object:
    return results(sandbox, code)[0]


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.parametrize("tier", TIERS)
def test_zygotes_of_one_origin(tier: Tier) -> None:
    """Each has its own modules and folder; all are children of one process, and none is left."""
    with ZygoteServer(sample_environment()) as server:
        try:
            choose_isolation(tier.value, server=server)
        except IsolationError as error:
            pytest.skip(f"this machine does not give {tier.value}: {error}")
        with new_sandbox(tier, server=server) as plain, new_sandbox(tier, "wave", server=server) as other:
            loaded = "import sys; result = 'wave' in sys.modules"
            assert [result_of(sandbox, loaded) for sandbox in (plain, other)] == [False, True]
            assert server._process is not None
            zygotes = {sandbox._zygote.pid for sandbox in (plain, other) if isinstance(sandbox._zygote, ForkedZygote)}
            assert len(zygotes) == 2 and zygotes <= {*children(server._process.pid)}
            folders = [Path(sandbox.folder) for sandbox in (plain, other)]
        assert not any(folder.exists() for folder in folders)
        process = server._process
    assert process.poll() is not None


def test_what_confines_samples_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A forked zygote is sent its payload alone; samples find no module of this package either way. Without a server, or
    where it has ended, an interpreter is started.
    """
    sent: list[tuple[str, ...]] = []
    code_transfer = sandbox_module.code_transfer
    sent_code = code_transfer.sent_code
    monkeypatch.setattr(code_transfer, "sent_code", lambda names, other: sent.append(names) or sent_code(names, other))
    seen = "import sys; result = [name for name in sys.modules if name.startswith('classeval_hf')]"
    with ZygoteServer(sample_environment()) as server, new_sandbox(Tier.T1, server=server) as sandbox:
        assert result_of(sandbox, seen) == []
    for ended in (None, server):
        with new_sandbox(Tier.T1, server=ended) as sandbox:
            assert result_of(sandbox, seen) == []
            assert isinstance(sandbox._zygote, subprocess.Popen)
    assert sent == [PAYLOAD.modules, *[(*SANDBOX_MODULES, *PAYLOAD.modules)] * 2]


def test_libraries_are_imported_once_for_several_zygotes() -> None:
    """Their zygotes have them and come from one process; no other has them, and no process is left."""
    with ZygoteServer(sample_environment()) as server, ZygoteServer({}, ["no_such_module", "wave"], server) as between:
        assert between._process is None, "it is started when it is first asked"
        plain = new_sandbox(Tier.T1, server=server)
        first, second = (new_sandbox(Tier.T1, name, server=between) for name in ("wave", "no_such_module"))
        with plain, first, second:
            loaded = "import gc, sys; result = ['wave' in sys.modules, gc.isenabled()]"
            found = [result_of(sandbox, loaded) for sandbox in (plain, first, second)]
            assert found == [[False, True], [True, True], [True, True]]
            assert list(second.missing) == ["no_such_module"]
            assert server._process is not None and between._process is not None
            processes = [sandbox._zygote.pid for sandbox in (plain, first, second) if sandbox._zygote is not None]
            assert {processes[0], between._process.pid} <= {*children(server._process.pid)}
            assert set(processes[1:]) == {*children(between._process.pid)}
        ended = [server._process, between._process]
    assert all(process.poll() is not None for process in ended)


def test_what_was_killed_is_replaced() -> None:
    """A server, and a process with libraries between it and zygotes."""
    loaded = "import sys; result = 'wave' in sys.modules"
    with ZygoteServer(sample_environment()) as server, ZygoteServer({}, ["wave"], server) as between:
        for _ in range(2):
            with new_sandbox(Tier.T1, server=between) as sandbox:
                assert result_of(sandbox, loaded) is True
                assert isinstance(sandbox._zygote, ForkedZygote)
            assert between._process is not None
            os.kill(between._process.pid, signal.SIGKILL)
            between._process.wait(timeout=20.0)
        with new_sandbox(Tier.T1, server=server) as sandbox:
            assert result_of(sandbox, "result = 1") == 1
            assert server._process is not None
            first = server._process.pid
            os.kill(first, signal.SIGKILL)
            assert result_of(sandbox, "result = 2") == 2, "its zygote lives on"
        with new_sandbox(Tier.T1, server=server) as sandbox:
            assert result_of(sandbox, "result = 3") == 3
            assert server._process.pid != first or not isinstance(sandbox._zygote, ForkedZygote)


def test_an_origin_of_another_interpreter(tmp_path: Path) -> None:
    """Its zygotes are of that interpreter, with its packages, which are imported once."""
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "elsewhere.py").write_text("import os\nprocess = os.getpid()\n")
    interpreter = Interpreter(sys.executable, (str(tmp_path / "packages"),))
    bare = ZygoteServer(sample_environment(interpreter), interpreter=interpreter)
    with bare, ZygoteServer({}, ["elsewhere"], bare, interpreter) as server:
        sandboxes = [new_sandbox(Tier.T1, "elsewhere", interpreter=interpreter, server=server) for _ in "ab"]
        with sandboxes[0], sandboxes[1]:
            code = "import elsewhere; result = [elsewhere.__file__, elsewhere.process]"
            found = [result_of(sandbox, code) for sandbox in sandboxes]
            assert server._process is not None
            assert found == [[str(tmp_path / "packages" / "elsewhere.py"), server._process.pid]] * 2
            assert all(isinstance(sandbox._zygote, ForkedZygote) for sandbox in sandboxes)


def test_a_home_that_cannot_be_looked_into_has_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/" + "x" * 300)
    monkeypatch.delenv("NLTK_DATA", raising=False)
    assert sample_environment()["NLTK_DATA"] == ""

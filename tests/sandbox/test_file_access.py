"""What samples see of the file system, in namespaces of their own."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiers_here import needs_isolation, skip_without

from classeval_hf.sandbox import linux
from classeval_hf.sandbox.tiers import Tier

SHOW = """
import os, sys
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.confinement import become_ordinary_user
from classeval_hf.sandbox.confinement import SYSTEM_PATHS, MinimalRoot
from classeval_hf.sandbox.tiers import Limits

mount_point, hidden, *shown = sys.argv[1:]
user, group = os.getuid(), os.getgid()
linux.unshare(linux.CLONE_NEWUSER | linux.CLONE_NEWNS)
become_ordinary_user(user, group)
root = MinimalRoot([*filter(os.path.exists, SYSTEM_PATHS), *shown], [os.path.realpath(hidden)])
root.enter(mount_point)
root.add_private_folders(Limits())
for folder in (*shown, *("/.in-tmp" + path.removeprefix("/tmp") for path in shown)):
    print(*sorted(os.listdir(folder)), "|", *os.listdir(os.path.join(folder, os.path.basename(hidden))))
    while folder not in ("/tmp", "/.in-tmp"):  # nor can anything be put in its place, for later steps to find
        for change in (lambda: os.rename(folder, "/tmp/elsewhere"), lambda: open(folder + "/planted", "w")):
            try:
                change()
            except OSError:
                continue
            print("changed", folder)
        folder = os.path.dirname(folder)
"""


@needs_isolation
@pytest.mark.parametrize("shown", ["lib", "lib64", "lib lib64", "lib64 lib"])
def test_what_is_hidden_stays_so_in_tmp(shown: str) -> None:
    """As this package does in an environment that was made there, whatever its folders are called."""
    skip_without(Tier.T3)
    with tempfile.TemporaryDirectory(dir="/tmp") as name:  # where each sample has a file system of its own
        folder = Path(name)
        package = folder / "lib" / "packages" / "package"
        package.mkdir(parents=True)
        (folder / "lib64").symlink_to("lib")
        for path in (package / "reference.py", package.parent / "library.py"):
            path.write_text("")
        (folder / "root").mkdir()
        arguments = [f"{name}/root", str(package), *(f"{name}/{path}/packages" for path in shown.split())]
        done = subprocess.run([sys.executable, "-c", SHOW, *arguments], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == ["library.py package |"] * 2 * len(shown.split()), done.stderr


OF_VERSIONS = """
import errno, json, os, socket
from classeval_hf.sandbox import linux
named, taken = socket.socket(socket.AF_UNIX), socket.socket()
named.bind("\\0" + os.urandom(8).hex())
named.listen()
taken.bind(("127.0.0.1", 0))
open("file", "w").close()
def seen(version, own_network):
    linux.landlock_abi = lambda: version
    rules, found = linux.LandlockRuleset.create(own_network), []
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    rules.enforce()
    for action, *arguments in (
        (open, "file", "w"), (os.truncate, "file", 0), (socket.socket().connect, taken.getsockname()),
        (os.kill, os.getppid(), 0), (socket.socket(socket.AF_UNIX).connect, named.getsockname()),
    ):
        try: found.append(str(action(*arguments) and "done"))
        except OSError as error: found.append(errno.errorcode[error.errno])
    print(json.dumps(found), flush=True)
for asked in ((2, False), (3, False), (4, False), (5, False), (6, False), (7, False), (6, True), (3, True)):
    if os.fork() == 0:
        seen(*asked)
        os._exit(0)
    os.wait()
"""
NO, REFUSED, DONE = "EACCES", "ECONNREFUSED", "None"


@needs_isolation
def test_all_that_a_version_of_landlock_can_keep_is_kept(run_python: Callable[..., Any]) -> None:
    """Writing, from the third on cutting short, from the fourth TCP but in an own network, from the sixth signals and
    names of sockets."""
    if linux.landlock_abi() < 6:
        pytest.skip("this kernel's Landlock keeps no signals")
    found = [json.loads(line) for line in run_python(OF_VERSIONS).stdout.splitlines()]
    kept = [[NO, NO, NO, "EPERM", "EPERM"]] * 2
    first = [[NO, DONE, REFUSED, DONE, DONE], [NO, NO, REFUSED, DONE, DONE], *[[NO, NO, NO, DONE, DONE]] * 2]
    assert found == [*first, *kept, [NO, NO, REFUSED, "EPERM", "EPERM"], [NO, NO, REFUSED, DONE, DONE]]

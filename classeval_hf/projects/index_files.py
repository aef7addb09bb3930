"""Fetches files from the package index that pip is set up for, as the body of a child process, and runs none. It uses
pip's internals, the same since 19.3, which no other file does: `pip download` runs the build code of an sdist and
begins an interrupted file again, and `unearth` knows neither pip's settings nor where a download stopped."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

_CHUNK = 1 << 18
_REQUEST = {"Accept-Encoding": "identity"}


class _UnavailableFileError(Exception):
    """The index does not have a file, or another one in its place."""


def main() -> int:
    """Fetches what standard input names into the folder that the only argument names."""
    folder = Path(sys.argv[1])
    wanted = json.load(sys.stdin)
    try:
        import pip
        from pip._internal.commands import create_command

        version = pip.__version__
    except ImportError:
        _say(error="pip is missing here, and it knows your package index: install it with `python -m ensurepip`.")
        return 1
    command: Any = create_command("download")
    with command.main_context():
        try:
            # Whatever the user's settings forbid, the source of a project is an sdist and the rest are wheels.
            options, _ = command.parse_args(["-q", "--no-binary", ":none:", "--only-binary", ":none:", "nothing"])
            session = command.get_default_session(options)
            finder = command._build_package_finder(options, session, ignore_requires_python=True)
            for item in wanted:
                _fetch(session, _find(finder, item), item, folder)
        except _UnavailableFileError as error:
            _say(error=str(error))
            return 1
        except (AttributeError, TypeError, ImportError) as error:
            _say(error=f"pip {version} cannot be asked for files of the index ({error}): use pip 22.3 to 26.")
            return 1
        except Exception as error:  # whatever a network, a proxy or an index can do
            _say(error=f"The package index did not give all files: {type(error).__name__}: {error}")
            return 1
    return 0


def _find(finder: Any, item: dict[str, Any]) -> Any:
    """The link of a file: the one named, or the best of a version for this interpreter."""
    name, version, file = item["name"], item["version"], item.get("file")
    label = file or f"{name} {version}"
    if file:
        links = [candidate.link for candidate in finder.find_all_candidates(name) if candidate.link.filename == file]
    else:
        from pip._internal.utils.hashes import Hashes
        from pip._vendor.packaging.specifiers import SpecifierSet

        hashes = Hashes({"sha256": list(item["sha256"])})
        best = finder.find_best_candidate(name, SpecifierSet(f"=={version}"), hashes).best_candidate
        links = [] if best is None else [best.link]
    if not links:
        raise _UnavailableFileError(
            f"{label}: your package index has no such file for this interpreter. Check pip's setting index-url."
        )
    return links[0]


def _fetch(session: Any, link: Any, item: dict[str, Any], folder: Path) -> None:
    """Downloads a file, going on where an interrupted download stopped."""
    target = folder / link.filename
    if target.is_file() and _sha256(target) in item["sha256"]:
        _say(more=target.stat().st_size)
        _say(done=link.filename, name=item["name"])
        return
    partial = folder / f"{link.filename}.partial"
    start = partial.stat().st_size if partial.is_file() else 0
    address = link.url.split("#", 1)[0]
    response = session.get(address, headers=_REQUEST | ({"Range": f"bytes={start}-"} if start else {}), stream=True)
    if response.status_code == 416:  # the partial file is as long as the whole one, or longer
        partial.unlink()
        return _fetch(session, link, item, folder)
    response.raise_for_status()
    goes_on = response.status_code == 206
    start = start if goes_on else 0
    length = int(response.headers.get("Content-Length") or 0)
    _say(more=start)
    with partial.open("ab" if goes_on else "wb") as file:
        for chunk in iter(lambda: response.raw.read(_CHUNK), b""):
            file.write(chunk)
            file.flush()
            _say(more=len(chunk))
    if partial.stat().st_size < start + length:
        raise _UnavailableFileError(f"{link.filename}: the connection ended early. Try again: it goes on from there.")
    digest = _sha256(partial)
    if digest not in item["sha256"]:
        partial.unlink()
        raise _UnavailableFileError(
            f"{link.filename}: its SHA-256 is {digest}, which is not what is pinned. The file on your package index "
            "is another one, or was damaged on the way: it was deleted; try again, or take another index."
        )
    partial.replace(target)
    _say(done=link.filename, name=item["name"])


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for chunk in iter(lambda: file.read(_CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()


def _say(**event: Any) -> None:
    print(json.dumps(event), flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""A task with one small class as a folder holds it, and folders of files."""

from collections.abc import Mapping
from pathlib import Path

SKELETON = '''class Counter:
    """Counts."""
    def __init__(self) -> None:
        """Starts with the total of nothing."""
        self.total = 0
    def add(self, number: int) -> int:
        """
        Adds a number.
        :param number: int, what to add.
        :return: int, the total.
        >>> Counter().add(2)
        2
        """
'''


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder

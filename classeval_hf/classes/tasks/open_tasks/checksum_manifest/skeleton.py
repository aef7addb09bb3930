# canary: classeval-hf open checksum_manifest c6a879e1-81ad-458a-9395-25833ca30b33

import hashlib
import os


class ChecksumManifest:
    """
    A manifest of the digests of all files below a root folder. The manifest can be written to a text file, loaded
    from it again, and compared with the present state of the folder. A file is named by its path relative to the
    root folder, with "/" between the parts, such as "docs/a.txt". The tree below the root folder holds only folders
    and regular files (no links).

    The manifest text is encoded in UTF-8 and each of its lines, the last one too, is ended by a single "\\n". The
    first line is "manifest ALGORITHM COUNT" with single spaces, where COUNT is the decimal number of entries. Then
    one line per entry follows, "DIGEST  PATH" with two spaces, ordered by the unescaped path (plain string order).
    In PATH a backslash is written as two backslashes, a newline character as a backslash and the letter n, and a
    carriage return as a backslash and the letter r; every other character stands for itself.
    """

    def __init__(self, root: str, algorithm: str = "sha256", ignored: tuple[str, ...] = ()):
        """
        Initialize an empty manifest. Nothing is read from the disk here.
        The fields are:
        - self.root: str, the root folder.
        - self.algorithm: str, the name of the digest algorithm, as hashlib knows it; its digests have a fixed length.
        - self.ignored: set of str, names (not paths) of files and folders that are not part of the manifest.
        - self.entries: dict, maps the path of each file in the manifest to its digest in lower-case hexadecimal
          digits, initially empty; the order of its keys is of no importance.
        :param root: str, the root folder.
        :param algorithm: str, the name of the digest algorithm, defaults to "sha256".
        :param ignored: tuple of str, names of files and folders to be left out, defaults to none.
        """
        self.root = root
        self.algorithm = algorithm
        self.ignored = set(ignored)
        self.entries = {}

    @staticmethod
    def find_moves(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str]]:
        """
        Find files that were moved or renamed between two states, each given as a dict from path to digest.
        A move is a pair of a path that is only in before and a path that is only in after, both with the same
        digest. Each path takes part in at most one move: if there are several candidates with one digest, the
        smallest old path goes with the smallest new path, the second smallest with the second smallest, and so on;
        paths without a partner are left out. The arguments are not changed.
        :param before: dict from str to str, the paths and digests of the earlier state.
        :param after: dict from str to str, the paths and digests of the later state.
        :return: list of tuples (old path, new path), ordered by the old path.
        >>> ChecksumManifest.find_moves({"a": "11", "b": "22", "c": "33"}, {"b": "22", "x": "33", "z": "11"})
        [('a', 'z'), ('c', 'x')]

        """

    def scan(self) -> dict[str, str]:
        """
        Compute the digests of all files below the root folder, with self.algorithm, from their raw bytes.
        A file whose name is in self.ignored is left out, and a folder below the root whose name is in self.ignored
        is left out with all that is in it. The name of the root folder itself does not matter. The fields are not
        changed.
        :return: dict from path to digest in lower-case hexadecimal digits; its keys are in ascending order.
        :raises NotADirectoryError: if the root folder does not exist or is not a folder.
        :raises ValueError: else, if there is a file to digest and hashlib does not know the algorithm.
        >>> os.makedirs("manifest_scan_example/sub")
        >>> with open("manifest_scan_example/sub/a.txt", "w") as file:
        ...     _ = file.write("abc")
        >>> ChecksumManifest("manifest_scan_example", "md5").scan()
        {'sub/a.txt': '900150983cd24fb0d6963f7d28e17f72'}

        """

    def accept(self, paths: list[str]) -> int:
        """
        Take the present state of some files (see scan) into self.entries. For each of the paths: if the file is
        there, its entry becomes its present digest; if it is not there any more, its entry is removed. An empty
        list stands for all paths, both those in self.entries and those found by scan. A repeated path counts once.
        :param paths: list of str, paths relative to the root folder.
        :return: int, the number of entries that were added, removed or changed to another digest.
        :raises KeyError: if a path is neither in self.entries nor found by scan; then self.entries is not changed.
        >>> os.makedirs("manifest_accept_example")
        >>> manifest = ChecksumManifest("manifest_accept_example")
        >>> manifest.entries = {"gone.txt": "00", "lost.txt": "11"}
        >>> manifest.accept(["gone.txt"])
        1
        >>> manifest.entries
        {'lost.txt': '11'}

        """

    def save(self, manifest_path: str) -> int:
        """
        Write self.entries as a manifest text, in the format described at the class, replacing any earlier content of
        the file. The fields are not changed.
        :param manifest_path: str, the file to write (as it is, not relative to the root folder).
        :return: int, the number of lines written, including the first line.
        >>> manifest = ChecksumManifest("some_folder", "md5")
        >>> manifest.entries = {"b.txt": "0cc1", "a b.txt": "92eb"}
        >>> manifest.save("manifest_save_example.txt")
        3
        >>> with open("manifest_save_example.txt") as file:
        ...     file.read()
        'manifest md5 2\\n92eb  a b.txt\\n0cc1  b.txt\\n'

        """

    def load(self, manifest_path: str) -> int:
        """
        Read a manifest text, in the format described at the class, and replace self.algorithm and self.entries by
        what it says. On any error neither field is changed.
        The text is malformed if: it is not UTF-8; the last line is not ended by "\\n" (or the text is empty); the
        first line is not the word "manifest", a non-empty algorithm name without spaces and the number of entry lines
        that follow (decimal digits without leading zeros); an entry line does not start with one or more of the
        characters 0 to 9 and a to f, followed by two spaces and a non-empty path; in a path a backslash is followed
        by anything but a backslash, "n" or "r"; or a path, with the escapes undone, occurs twice. The order of the
        entry lines is not checked, nor are the length of the digests and whether hashlib knows the algorithm. A path
        may start with a space, and a carriage return in it that is not escaped stands for itself.
        :param manifest_path: str, the file to read (as it is, not relative to the root folder).
        :return: int, the number of entries.
        :raises ValueError: if the text is malformed.
        :raises FileNotFoundError: if the manifest file does not exist.
        >>> with open("manifest_load_example.txt", "w") as file:
        ...     _ = file.write("manifest sha1 1\\n0cc1  b c.txt\\n")
        >>> manifest = ChecksumManifest("some_folder")
        >>> manifest.load("manifest_load_example.txt")
        1
        >>> manifest.algorithm, manifest.entries
        ('sha1', {'b c.txt': '0cc1'})

        """

    def verify(self) -> dict[str, list[str]]:
        """
        Compare self.entries with the present state of the root folder (see scan). The fields are not changed.
        :return: dict with exactly the keys "missing" (paths in self.entries whose file is not found by scan),
            "changed" (paths in both, with different digests) and "extra" (paths found by scan which are not in
            self.entries), each with a list of paths in ascending order.
        >>> os.makedirs("manifest_verify_example")
        >>> with open("manifest_verify_example/new.txt", "w") as file:
        ...     _ = file.write("abc")
        >>> manifest = ChecksumManifest("manifest_verify_example")
        >>> manifest.entries = {"old.txt": "0cc1"}
        >>> manifest.verify()
        {'missing': ['old.txt'], 'changed': [], 'extra': ['new.txt']}

        """

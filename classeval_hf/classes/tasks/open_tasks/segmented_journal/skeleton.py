# canary: classeval-hf open segmented_journal 8a3e0019-906e-4562-b196-4bbc84db28be

import os


class SegmentedJournal:
    """
    An append-only journal of text lines, kept in one directory and split into numbered segment files. Every line
    has a sequence number; the first line ever appended has number 1 and each later line has the next number. A
    segment file is named after the sequence number of its first line and holds consecutive lines, each encoded in
    UTF-8 and ended by a single "\\n". Only "\\n" ends a line: any other character, such as "\\u2028" or "\\x0c", is
    ordinary text.
    """

    def __init__(self, directory: str, max_lines: int = 3):
        """
        Initialize the journal. Nothing is read from or written to the disk here.
        The fields are:
        - self.directory: str, the directory of the segment files; it need not exist yet.
        - self.max_lines: int, at least 1, the number of lines after which a segment is full.
        - self.segments: list of tuples (path, first, count), the known segments ordered by first, initially empty.
          path is self.directory, "/" and the file name of the segment; first is the sequence number of its first
          line; count is the number of lines in it. The last segment is the one that lines are appended to.
        :param directory: str, the directory of the segment files.
        :param max_lines: int, the number of lines after which a segment is full, defaults to 3.
        """
        self.directory = directory
        self.max_lines = max_lines
        self.segments = []

    @staticmethod
    def segment_name(first: int) -> str:
        """
        Get the file name of the segment whose first line has the given sequence number: "segment-", the number
        padded with zeros to at least six digits, and ".log".
        :param first: int, the sequence number of the first line of the segment.
        :return: str, the file name, without a directory.
        :raises ValueError: if first is less than 1.
        >>> SegmentedJournal.segment_name(42)
        'segment-000042.log'

        """

    def load(self) -> int:
        """
        Rebuild self.segments from the files in self.directory, forgetting what it held before.
        A segment is a regular file (or a link to one) whose name is exactly what segment_name gives for some number;
        every other file and every folder is ignored. If there is no such directory there are no segments. Only text
        ended by "\\n" counts as a line, so a segment can have 0 lines; it is listed all the same.
        Except for the segment with the lowest number, the number of a segment must be the number of the segment
        before it plus the count of lines in that one.
        If the last segment ends with an unfinished line (text without "\\n" at its end), that text is cut off from
        its file. Earlier segments are never modified.
        :return: int, the number of lines in all segments together.
        :raises ValueError: if the segments do not follow on each other as described; then neither self.segments nor
            any file is changed.
        >>> journal = SegmentedJournal("journal_without_directory")
        >>> journal.load()
        0
        >>> journal.segments
        []

        """

    def append(self, text: str) -> int:
        """
        Append one line to the end of the journal and update self.segments.
        The line goes into the last segment, unless there is no segment yet or the last one already has
        self.max_lines lines or more; then a new segment, named after the sequence number of this line, is started
        and added to self.segments. The directory is created, with its parents, when a new segment is started and it
        does not exist. The sequence number is 1 if there is no segment, otherwise it follows from the last segment.
        The files agree with self.segments: that of the last segment ends with the last of its count lines, and a new
        segment has no file yet.
        :param text: str, the line without its line end; it may be empty.
        :return: int, the sequence number of the line.
        :raises ValueError: if text contains "\\n" or "\\r"; then nothing is changed or created.
        >>> journal = SegmentedJournal("journal_for_append", 2)
        >>> [journal.append(text) for text in ["red", "green", "blue"]]
        [1, 2, 3]
        >>> journal.segments[1]
        ('journal_for_append/segment-000003.log', 3, 1)

        """

    def read_range(self, start: int, end: int) -> list[tuple[int, str]]:
        """
        Read the lines with sequence numbers from start to end, both included, as described by self.segments.
        Numbers which are in no segment (pruned, or not written yet) are skipped, and so the result is empty if start
        is greater than end. Only the files of segments with at least one wanted line are opened. Lines in a file
        beyond the count of its segment are not part of the journal.
        :param start: int, the lowest sequence number wanted; it may be less than 1.
        :param end: int, the highest sequence number wanted.
        :return: list of tuples (sequence number, line without its "\\n"), in ascending order.
        :raises FileNotFoundError: if the file of a segment with a wanted line does not exist.
        >>> journal = SegmentedJournal("journal_for_reading", 2)
        >>> [journal.append(text) for text in ["red", "green", "blue"]]
        [1, 2, 3]
        >>> journal.read_range(2, 9)
        [(2, 'green'), (3, 'blue')]

        """

    def prune(self, before: int) -> int:
        """
        Delete the segments that hold only lines with sequence numbers less than before: their files are removed and
        they are taken out of self.segments. A segment with a line numbered before or higher is kept whole. The last
        segment is always kept, so that the numbering goes on. A file that is already gone is not an error.
        :param before: int, the lowest sequence number that must be kept.
        :return: int, the number of lines in the deleted segments, according to self.segments.
        >>> journal = SegmentedJournal("journal_for_pruning", 2)
        >>> [journal.append(text) for text in ["red", "green", "blue"]]
        [1, 2, 3]
        >>> journal.prune(3)
        2
        >>> journal.segments
        [('journal_for_pruning/segment-000003.log', 3, 1)]

        """

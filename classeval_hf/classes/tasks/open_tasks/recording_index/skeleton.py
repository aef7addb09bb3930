# canary: classeval-hf open recording_index e55f6f41-f273-4ba1-9de7-81065ecde454

import sqlite3


class RecordingIndex:
    """
    An index of sound recordings and of what can be heard in them, kept in a database in memory. Times are whole
    seconds on one scale for all. A range from begin to end holds the seconds from begin to end - 1, so that ranges
    which only touch have no second in common.
    """

    def __init__(self):
        """
        Set up an empty index.
        self.db: sqlite3.Connection, a database in memory with two tables:
            recordings: a row for each recording, with its name, its station, and its range (begins, ends), begins
                being less than ends. Recordings of one station have no second in common.
            marks: a row for each mark, which says that a tag holds in a range of a recording, with the name of the
                recording, the tag, and the range (begins, ends), begins being less than ends. It lies within the
                range of the recording. Marks of the same recording and tag neither overlap nor touch.
        """
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE recordings (name TEXT, station TEXT, begins INTEGER, ends INTEGER)")
        self.db.execute("CREATE TABLE marks (name TEXT, tag TEXT, begins INTEGER, ends INTEGER)")

    def add(self, name: str, station: str, begins: int, ends: int) -> int:
        """
        Add a recording without marks.
        :param name: str, the name of the recording.
        :param station: str, the station that made it; not empty.
        :param begins: int, the begin of its range.
        :param ends: int, the end of its range.
        :return: int, the number of recordings that the station has now.
        :raises ValueError: with the message "bad range" if the end is not after the begin; else with "name taken" if
            there is a recording of that name; else with "station busy: " followed by the name of a recording of that
            station which has a second in common with the range, the earliest if there are several. Nothing is changed
            then.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200), index.add("r2", "lake", 200, 260)
        (1, 2)
        >>> index.db.execute("SELECT * FROM recordings").fetchall()
        [('r1', 'lake', 100, 200), ('r2', 'lake', 200, 260)]
        """

    def mark(self, name: str, tag: str, begins: int, ends: int) -> list[tuple[int, int]]:
        """
        Mark that a tag holds in a range of a recording. Marks of the same recording and tag that overlap or touch the
        range are joined with it to a single one.
        :param name: str, the name of the recording.
        :param tag: str, the tag; not empty.
        :param begins: int, the begin of the range.
        :param ends: int, the end of the range.
        :return: list of tuple, the ranges (begins, ends) of all marks of this recording and tag now, in ascending
            order.
        :raises KeyError: with the name if there is no such recording.
        :raises ValueError: with the message "bad range" if the end is not after the begin or the range does not lie
            within that of the recording. Nothing is changed then. Where both errors apply it is the KeyError.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200)
        1
        >>> index.mark("r1", "owl", 110, 120), index.mark("r1", "owl", 150, 160), index.mark("r1", "owl", 120, 130)
        ([(110, 120)], [(110, 120), (150, 160)], [(110, 130), (150, 160)])
        """

    def erase(self, name: str, tag: str, begins: int, ends: int) -> int:
        """
        Take a range out of the marks of a recording. Marks that lie in it wholly disappear; of others the parts
        before and after it stay, as marks of their own. The range need not lie within that of the recording.
        :param name: str, the name of the recording.
        :param tag: str, the tag whose marks are concerned, or "" for those of all tags.
        :param begins: int, the begin of the range.
        :param ends: int, the end of the range.
        :return: int, how many seconds of marks disappeared, all marks concerned added up.
        :raises KeyError: with the name if there is no such recording.
        :raises ValueError: with the message "bad range" if the end is not after the begin. Where both errors apply it
            is the KeyError.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200), index.mark("r1", "owl", 110, 150)
        (1, [(110, 150)])
        >>> index.erase("r1", "owl", 120, 130), index.db.execute("SELECT * FROM marks ORDER BY begins").fetchall()
        (10, [('r1', 'owl', 110, 120), ('r1', 'owl', 130, 150)])
        """

    def split(self, name: str, moment: int, new: str) -> int:
        """
        Split a recording into two of the same station: the part before the moment keeps the name, the part from the
        moment on gets the new one. Marks go to the part in which they lie; a mark that lies in both is cut into two.
        :param name: str, the name of the recording.
        :param moment: int, the end of the first part and the begin of the second.
        :param new: str, the name of the second part.
        :return: int, the number of marks that were cut.
        :raises KeyError: with the name if there is no such recording.
        :raises ValueError: with the message "bad moment" if one of the parts would have no second; else with "name
            taken" if there is a recording of the new name. Nothing is changed after an error; the KeyError comes
            first.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200), index.mark("r1", "owl", 110, 150)
        (1, [(110, 150)])
        >>> index.split("r1", 120, "r2"), index.db.execute("SELECT * FROM marks ORDER BY begins").fetchall()
        (1, [('r1', 'owl', 110, 120), ('r2', 'owl', 120, 150)])
        """

    def totals(self, station: str, begins: int, ends: int) -> list[tuple[str, int, int]]:
        """
        How long each tag holds in a range, in the recordings of a station.
        :param station: str, the station, or "" for all of them.
        :param begins: int, the begin of the range.
        :param ends: int, the end of the range; if it is not after the begin, no tag holds in it.
        :return: list of tuple, (tag, seconds, recordings) for each tag with at least one second: in how many seconds
            of the range it holds, added up over the recordings, and in how many recordings that is; most seconds
            first, then most recordings, then the tags in ascending order.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200), index.mark("r1", "owl", 110, 150), index.mark("r1", "fox", 140, 150)
        (1, [(110, 150)], [(140, 150)])
        >>> index.totals("lake", 100, 145)
        [('owl', 35, 1), ('fox', 5, 1)]
        """

    def together(self, first: str, second: str) -> list[tuple[str, int, int]]:
        """
        Where two tags hold at the same time in the same recording.
        :param first: str, a tag.
        :param second: str, another tag.
        :return: list of tuple, (name, begins, ends) for each pair of marks of the two tags in a recording that have
            seconds in common, with the name of the recording and the range that they have in common; by its begin in
            ascending order, then by the name.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200), index.mark("r1", "owl", 110, 150), index.mark("r1", "fox", 140, 160)
        (1, [(110, 150)], [(140, 160)])
        >>> index.together("owl", "fox")
        [('r1', 140, 150)]
        """

    def gaps(self, station: str, begins: int, ends: int) -> list[tuple[int, int]]:
        """
        When a station did not record.
        :param station: str, the station, or "" for the seconds in which no station recorded.
        :param begins: int, the begin of the range that is looked at.
        :param ends: int, the end of that range.
        :return: list of tuple, the longest possible ranges (begins, ends) within the given range of which no second
            is recorded, in ascending order; empty if the end is not after the begin.
        >>> index = RecordingIndex()
        >>> index.add("r1", "lake", 100, 200), index.add("r2", "lake", 210, 260)
        (1, 2)
        >>> index.gaps("lake", 150, 300)
        [(200, 210), (260, 300)]
        """

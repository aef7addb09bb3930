# canary: classeval-hf open probe_archive 27a53dda-5d96-48b7-988a-201bec71beb0


class ProbeArchive:
    """
    Keeps the readings of probes: the newer ones in full, the older ones only as sums over buckets of time. Times and
    values are whole numbers; no time below 0 is ever in the archive.
    """

    def __init__(self, keep: int, width: int):
        """
        Start an empty archive at the time 0.
        self.keep: int, for how long readings are kept in full at least, at least 0.
        self.width: int, the length of the buckets, at least 1. The bucket with the start S covers the times from S to
            S + width - 1; starts are multiples of the width. The bucket of a time is the one that covers it.
        self.now: int, the latest time that the archive has seen.
        self.edge: int, readings of times before it are in buckets, all others are in full; it never goes down.
        self.floor: int, readings of times before it are not taken in; it never goes down.
        self.recent: dict, from each probe with readings in full to a list of tuples (time, value) in ascending order
            of the times, one tuple for a time.
        self.buckets: dict, from each probe with readings in buckets to a dict from the start of each bucket that has
            readings to a tuple (count, total, low, high): how many there are, their sum, the least and the greatest.
        :param keep: int, for how long readings are kept in full.
        :param width: int, the length of the buckets.
        """
        self.keep = keep
        self.width = width
        self.now = 0
        self.edge = 0
        self.floor = 0
        self.recent = {}
        self.buckets = {}

    def advance(self, time: int) -> int:
        """
        Let the time become the present. Then the edge moves to the start of the bucket of the time now - keep, if that
        is higher than the edge, and every reading in full of a time before the edge is added to the bucket of its
        time, and is no longer in full.
        :param time: int, the time; it may be equal to the present.
        :return: int, how many readings moved from full to buckets.
        :raises ValueError: with the message "time runs back" if the time is before self.now; nothing is changed then.
        >>> archive = ProbeArchive(5, 10)
        >>> [archive.record("p", time, value) for time, value in ((3, 7), (8, 2), (12, 4))]
        ['full', 'full', 'full']
        >>> archive.advance(16), archive.edge, archive.recent, archive.buckets
        (2, 10, {'p': [(12, 4)]}, {'p': {0: (2, 9, 2, 7)}})
        """

    def record(self, probe: str, time: int, value: int) -> str:
        """
        Take in a reading. If its time is after self.now, first the archive advances to it as advance does. A reading
        of a time before the edge is added to the bucket of its time, even if the probe has had a reading of the same
        time. A later one is kept in full; if there is a reading of this probe and time in full, it takes its place.
        :param probe: str, the name of the probe.
        :param time: int, the time of the reading.
        :param value: int, the value.
        :return: str, "bucket" if it was added to a bucket, "again" if it took the place of another, otherwise "full".
        :raises ValueError: with the message "too old: " and the time if the time is before self.floor; nothing is
            changed then.
        >>> archive = ProbeArchive(5, 10)
        >>> archive.record("p", 12, 4), archive.record("p", 12, 5), archive.record("p", 27, 6), archive.recent
        ('full', 'again', 'full', {'p': [(27, 6)]})
        >>> archive.record("p", 12, 3), archive.buckets
        ('bucket', {'p': {10: (2, 8, 3, 5)}})
        """

    def summary(self, probe: str, start: int, end: int) -> tuple[int, int, int | None, int | None, int]:
        """
        Sum up the readings of a probe in the span from start, inclusive, to end, exclusive. A bucket is counted if all
        the times that it covers are in the span. If only some of them are, its readings are doubtful and not counted.
        A span whose end is not after its start has neither.
        :param probe: str, the name of the probe; it may be unknown.
        :param start: int, the first time of the span.
        :param end: int, the first time after the span.
        :return: tuple (count, total, low, high, doubtful): how many readings are counted, their sum, the least and the
            greatest of them (None for both if there are none), and how many readings are doubtful.
        >>> archive = ProbeArchive(5, 10)
        >>> [archive.record("p", time, 2 * time) for time in (4, 8, 15, 21, 26)]
        ['full', 'full', 'full', 'full', 'full']
        >>> archive.summary("p", 0, 26), archive.summary("p", 5, 22)
        ((4, 96, 8, 42, 0), (2, 72, 30, 42, 2))
        """

    def forget(self, time: int) -> int:
        """
        Remove what is older than the bucket of a time, for all probes: self.floor becomes the start of that bucket if
        this is higher. Whether it moved or not, all readings in full of times before self.floor are removed, and all
        buckets whose start is before it, even where self.floor lies within the bucket.
        :param time: int, the time.
        :return: int, how many readings were removed, those in buckets included.
        :raises ValueError: with the message "not yet: " and the time if the time is after self.now; nothing is changed
            then.
        >>> archive = ProbeArchive(5, 10)
        >>> [archive.record("p", time, 2 * time) for time in (4, 8, 15, 26)]
        ['full', 'full', 'full', 'full']
        >>> archive.forget(17), archive.floor, archive.buckets
        (2, 10, {'p': {10: (1, 30, 30, 30)}})
        """

    def coarsen(self, factor: int) -> int:
        """
        Multiply the width of the buckets by a factor. The buckets there are are merged: each one goes into the bucket
        of its start. The edge, the floor and the readings in full stay as they are, whether or not they now lie within
        a bucket.
        :param factor: int, the factor.
        :return: int, the number of buckets that there are after that, those of all probes added up.
        :raises ValueError: with the message "bad factor" if the factor is less than 2; nothing is changed then.
        >>> archive = ProbeArchive(0, 5)
        >>> [archive.record("p", time, time) for time in (1, 6, 12, 16)]
        ['full', 'full', 'full', 'full']
        >>> archive.coarsen(2), archive.buckets
        (2, {'p': {0: (2, 7, 1, 6), 10: (1, 12, 12, 12)}})
        """

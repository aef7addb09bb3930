# canary: classeval-hf open kiosk_screens 882db036-05ad-4451-8fdb-bf057077fe02

import re


class KioskScreens:
    """
    The screens of a museum's kiosk. A screen is shown for all paths that fit its pattern. A path is "/" alone, which
    has no segments, or one or more segments with "/" before each; a segment is a text of at least one character
    without "/". The kiosk remembers the paths that were opened, to go back and forward.
    """

    def __init__(self, home: str, limit: int):
        """
        Start with the home screen, which has the pattern "/", and show it.
        The fields are:
        - self.limit: int, the largest number of entries in self.trail, at least 2.
        - self.screens: dict, from the name of each screen to its pattern, in the order of registration.
        - self.trail: list of tuples (path, name), the paths opened, oldest first, each with the name of its screen,
          which is the one that resolve gives for it after each call. The first entry is always the one of "/", and
          no two entries next to each other have the same path.
        - self.place: int, the index in self.trail of the entry that is shown.
        :param home: str, the name of the home screen.
        :param limit: int, the limit.
        """
        self.limit = limit
        self.screens = {home: "/"}
        self.trail = [("/", home)]
        self.place = 0

    def parse(self, pattern: str) -> list[tuple[str, str]]:
        """
        Take a pattern apart. A pattern is written like a path. A segment without braces fits itself only. A capture
        is a name of one or more letters from a to z in braces, like {item}; it fits any segment. With "#" after the
        name, like {number#}, it fits segments of digits from 0 to 9 only; with "*" after the name, like {rest*}, it
        fits all remaining segments, at least one, and must be the last segment of the pattern.
        :param pattern: str, the pattern.
        :return: list of tuple, one for each segment: ("text", segment), ("any", name), ("number", name) or ("rest",
            name).
        :raises ValueError: with the message "bad pattern: " and the pattern if it is not written like this, or two of
            its captures have the same name.
        >>> KioskScreens("home", 9).parse("/map/{floor#}/{area*}")
        [('text', 'map'), ('number', 'floor'), ('rest', 'area')]
        """

    def resolve(self, path: str) -> tuple[str, dict]:
        """
        Find the screen for a path. Of the screens whose patterns fit, the most specific one is taken: patterns are
        compared segment by segment from the left, and at the first segment where the kinds differ "text" is more
        specific than "number", "number" more than "any", and "any" more than "rest".
        :param path: str, the path.
        :return: tuple, the name of the screen, and a dict from the name of each capture of its pattern to what it
            fits: an int for "number", otherwise a str; the segments for "rest" are joined by "/".
        :raises ValueError: with the message "bad path: " and the path if it is no path, and "no screen: " and the path
            if no pattern fits.
        >>> kiosk = KioskScreens("home", 9)
        >>> kiosk.screens.update({"any": "/map/{area*}", "floor": "/map/{floor#}"})
        >>> kiosk.resolve("/map/07"), kiosk.resolve("/map/07/hall")
        (('floor', {'floor': 7}), ('any', {'area': '07/hall'}))
        """

    def build(self, name: str, captures: dict) -> str:
        """
        Write the path of a screen.
        :param name: str, the name of the screen.
        :param captures: dict, from the name of each capture of its pattern to what is put in its place: an int of at
            least 0 for "number", a segment for "any", and one or more segments joined by "/" for "rest". Its values
            may be any ints, but no bools, and any strs.
        :return: str, the path.
        :raises KeyError: with the name, if there is no such screen.
        :raises ValueError: by the first of these that applies: for the captures of the pattern from the left,
            "missing: " and the name of the capture if it is not in captures, or "bad value: " and its name if what
            is to be put in its place is not as said; "unknown: " and the first in ascending order of the names in
            captures that are not in the pattern; "other screen: " and a name, if resolve gives that other screen for
            the path.
        >>> kiosk = KioskScreens("home", 9)
        >>> kiosk.screens.update({"room": "/map/{floor#}/{room}"})
        >>> kiosk.build("room", {"room": "hall", "floor": 2})
        '/map/2/hall'
        """

    def refresh(self) -> int:
        """
        Bring self.trail in line with self.screens. Each entry gets the name of the screen that resolve gives for its
        path. From the oldest on, an entry is dropped if there is no screen for its path, or if its path is that of the
        entry kept last before it. If the entry that is shown is dropped, the nearest one before it that is kept is
        shown.
        :return: int, how many entries were dropped.
        >>> kiosk = KioskScreens("home", 9)
        >>> kiosk.trail += [("/gone", "gone"), ("/", "home")]
        >>> kiosk.place = 2
        >>> kiosk.refresh(), kiosk.trail, kiosk.place
        (2, [('/', 'home')], 0)
        """

    def register(self, name: str, pattern: str) -> list[str]:
        """
        Add a screen. The trail is refreshed; which paths have been opened stays the same.
        :param name: str, the name of the screen.
        :param pattern: str, its pattern.
        :return: list of str, the paths in self.trail whose screen this is now, each once, in the order in which they
            are first in it.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "screen exists: " and the
            name; what parse raises for the pattern; "same shape: " and the name of a screen whose pattern differs
            from this one only in the names of captures, or not at all.
        >>> kiosk = KioskScreens("home", 9)
        >>> kiosk.screens["all"] = "/{path*}"
        >>> kiosk.trail += [("/map/2", "all")]
        >>> kiosk.register("floor", "/map/{floor#}"), kiosk.trail
        (['/map/2'], [('/', 'home'), ('/map/2', 'floor')])
        """

    def unregister(self, name: str) -> tuple[str, str]:
        """
        Remove a screen, and refresh the trail.
        :param name: str, the name of the screen.
        :return: tuple, the entry of self.trail that is shown now.
        :raises KeyError: with the name, if there is no such screen.
        :raises ValueError: with the message "home stays" if it is the home screen; nothing is changed then.
        >>> kiosk = KioskScreens("home", 9)
        >>> kiosk.screens.update({"map": "/map", "all": "/{path*}", "shop": "/shop"})
        >>> kiosk.trail, kiosk.place = [("/", "home"), ("/map", "map"), ("/shop", "shop")], 1
        >>> kiosk.unregister("map"), kiosk.unregister("all"), kiosk.trail
        (('/map', 'all'), ('/', 'home'), [('/', 'home'), ('/shop', 'shop')])
        """

    def open(self, path: str) -> str:
        """
        Show a path. If it is the one that is shown, nothing is changed. Otherwise the entries after the one shown are
        dropped, and one for the path is added and shown. If there are more than self.limit entries then, the second
        one is dropped; if its neighbours have the same path, the third one is dropped too.
        :param path: str, the path.
        :return: str, the name of its screen.
        :raises ValueError: what resolve raises for the path; nothing is changed then.
        >>> kiosk = KioskScreens("home", 3)
        >>> kiosk.screens["all"] = "/{path*}"
        >>> [kiosk.open(path) for path in ("/a", "/b", "/b", "/c")], kiosk.trail, kiosk.place
        (['all', 'all', 'all', 'all'], [('/', 'home'), ('/b', 'all'), ('/c', 'all')], 2)
        """

    def go(self, steps: int) -> tuple[str, int]:
        """
        Go along the trail.
        :param steps: int, how many entries to go forward, or back if it is negative; at the end of the trail it ends
            early.
        :return: tuple, the path shown now, and the number of entries gone, negative if it went back.
        >>> kiosk = KioskScreens("home", 3)
        >>> kiosk.trail, kiosk.place = [("/", "home"), ("/b", "all"), ("/c", "all")], 1
        >>> kiosk.go(-5), kiosk.go(2)
        (('/', -1), ('/c', 2))
        """

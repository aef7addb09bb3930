# canary: classeval-hf open stamp_album eaf84a65-088b-4b99-9afa-082d4e3d2292


class StampAlbum:
    """
    A stamp collection. A stamp design has a code; a specimen of it has a grade from 1, the worst, to 5, the best. An
    album page has one place for each of its codes. On a place sticks the best specimen of its code; all other
    specimens are spares, which can be promised to partners and traded.
    """

    def __init__(self):
        """
        Start without pages and specimens.
        The fields are:
        - self.pages: dict, from the name of each page to the list of its codes, at least one. A code is on at most one
          page, and once.
        - self.placed: dict, from each code on a page to the grade of the specimen that sticks on its place. An empty
          place has no entry.
        - self.spares: dict, from each code to the list of the grades of its spares, in ascending order. A code without
          spares has no entry. A code on a page has spares only if its place is not empty, and none of them is better
          than the specimen there.
        - self.promised: dict, from the name of each partner who was promised something to a list of tuples (code,
          grade), the specimens promised, in the order of the promises. They are no spares any more.
        """
        self.pages = {}
        self.placed = {}
        self.spares = {}
        self.promised = {}

    def receive(self, code: str, grade: int) -> str:
        """
        Add a specimen to the collection. If its code is on a page, it sticks on the place if that is empty or has a
        worse specimen, which becomes a spare; otherwise it becomes a spare.
        :param code: str, the code.
        :param grade: int, the grade.
        :return: str: "new" if the place was empty, "better" if a worse specimen became a spare, otherwise "spare".
        :raises ValueError: with the message "bad grade: " and the grade if it is not from 1 to 5; nothing is changed
            then.
        >>> album = StampAlbum()
        >>> album.pages = {"birds": ["owl", "jay"]}
        >>> [album.receive("owl", grade) for grade in (2, 4, 1, 4)], album.placed, album.spares
        (['new', 'better', 'spare', 'spare'], {'owl': 4}, {'owl': [1, 2, 4]})
        """

    def add_page(self, page: str, codes: list[str]) -> list[str]:
        """
        Add a page. The best spare of each of its codes sticks on its place and is a spare no longer.
        :param page: str, the name of the page.
        :param codes: list of str, its codes in the order of the places; the list is copied.
        :return: list of str, the codes whose places are not empty, in the order of the places.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "page exists: " and the
            name of the page; "empty page" if there are no codes; "on a page: " and the first code in the list that is
            on another page or stood in the list before.
        >>> album = StampAlbum()
        >>> album.spares = {"owl": [1, 3], "elk": [2]}
        >>> album.add_page("birds", ["jay", "owl"]), album.placed, album.spares["owl"]
        (['owl'], {'owl': 3}, [1])
        """

    def remove_page(self, page: str) -> list[tuple[str, int]]:
        """
        Remove a page. The specimens on its places become spares.
        :param page: str, the name of the page.
        :return: list of tuple, (code, grade) for each specimen that stuck on it, in the order of the places.
        :raises KeyError: with the name, if there is no such page.
        >>> album = StampAlbum()
        >>> album.pages, album.placed, album.spares = {"birds": ["owl", "jay"]}, {"owl": 3}, {"owl": [1]}
        >>> album.remove_page("birds"), album.placed, album.spares
        ([('owl', 3)], {}, {'owl': [1, 3]})
        """

    def promise(self, partner: str, code: str, least: int = 1) -> int:
        """
        Promise a partner a spare: the worst spare of a code that is not worse than a grade.
        :param partner: str, the name of the partner, who may have been promised the same code before.
        :param code: str, the code.
        :param least: int, the grade, defaults to 1.
        :return: int, the grade of the spare.
        :raises ValueError: with the message "no spare: " and the code if there is no such spare; nothing is changed
            then.
        >>> album = StampAlbum()
        >>> album.spares = {"owl": [1, 3, 4]}
        >>> album.promise("Ann", "owl", 2), album.promise("Ann", "owl"), album.spares, album.promised
        (3, 1, {'owl': [4]}, {'Ann': [('owl', 3), ('owl', 1)]})
        """

    def trade(self, partner: str, gets: list[tuple[str, int]]) -> list[str]:
        """
        Carry out the trade with a partner: give away all specimens promised to the partner, and receive others for
        them, one after another, as described for receive.
        :param partner: str, the name of the partner, to whom nothing is promised afterwards.
        :param gets: list of tuple, (code, grade) for each specimen that the partner gives.
        :return: list of str, what receive returns for each of them.
        :raises KeyError: with the name, if nothing is promised to the partner.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "bad grade: " and the
            first grade in gets that is not from 1 to 5; "unfair: " and how much the sum of the grades of the
            specimens promised is above that of the grades in gets, if it is.
        >>> album = StampAlbum()
        >>> album.pages, album.promised = {"birds": ["owl", "jay"]}, {"Ann": [("elk", 3), ("elk", 2)]}
        >>> album.trade("Ann", [("jay", 4), ("jay", 1)]), album.placed, album.spares, album.promised
        (['new', 'spare'], {'jay': 4}, {'jay': [1]}, {})
        """

    def withdraw(self, partner: str) -> list[str]:
        """
        Take back all promises to a partner. The specimens come back into the collection one after another, in the
        order of the promises, as described for receive; places may have been added or emptied meanwhile.
        :param partner: str, the name of the partner.
        :return: list of str, what receive returns for each of them.
        :raises KeyError: with the name, if nothing is promised to the partner.
        >>> album = StampAlbum()
        >>> album.pages, album.promised = {"birds": ["owl", "jay"]}, {"Ann": [("owl", 3), ("elk", 2)]}
        >>> album.withdraw("Ann"), album.placed, album.spares, album.promised
        (['new', 'spare'], {'owl': 3}, {'elk': [2]}, {})
        """

    def match(self, has: list[tuple[str, int]], wants: list[str]) -> list[tuple[str, int, str, int]]:
        """
        Find fair swaps of one specimen for one with a partner, without carrying them out. What we would like to get
        is, of each code on a page, the partner's best specimen, if its place is empty or has a worse one. First come
        those for empty places, in ascending order of the codes; then the others, those first that are better than ours
        by more grades, and those that are better by equally many in ascending order of the codes. For each of these in
        turn we look for something to give: of the partner's wants that are not used up, in their order, the first of
        which we have a spare that is not better than what we would get; we give the best such spare. If there is none,
        the specimen is left out. A want is used up when something is given for it.
        :param has: list of tuple, (code, grade) for each specimen that the partner could give, in any order.
        :param wants: list of str, the codes that the partner would like to get, each at most once.
        :return: list of tuple, (code, grade, code, grade) for each swap in the order in which they were found: what we
            give, and what we get.
        >>> album = StampAlbum()
        >>> album.pages, album.placed = {"birds": ["owl", "jay"]}, {"owl": 2}
        >>> album.spares = {"elk": [1, 3, 5], "owl": [1]}
        >>> album.match([("owl", 3), ("jay", 1), ("owl", 4)], ["elk", "owl"])
        [('elk', 1, 'jay', 1), ('owl', 1, 'owl', 4)]
        """

    def progress(self) -> list[tuple[str, int, list[str]]]:
        """
        Say how full the pages are.
        :return: list of tuple, (page, percent, missing) for each page: percent is the share of its places that are not
            empty, in percent, rounded down; missing is the list of the codes whose places are empty, in the order of
            the places. Pages with a larger share come first (the exact one, not the rounded one); of those with equal
            shares the one with fewer codes missing, and then in ascending order of the names.
        >>> album = StampAlbum()
        >>> album.pages, album.placed = {"birds": ["owl", "jay", "tit"], "elks": ["elk"]}, {"owl": 2, "tit": 5}
        >>> album.progress()
        [('birds', 66, ['jay']), ('elks', 0, ['elk'])]
        """

# canary: classeval-hf open photo_shelf 2a28b851-7028-4d41-bdff-6ec6f88c4199

import hashlib
import os


class PhotoShelf:
    """
    A collection of photos with their versions, arranged in albums. The fingerprint of a content is made of the first
    8 characters of its SHA-256 digest in lower-case hexadecimal digits; different contents are assumed to have
    different fingerprints.
    """

    def __init__(self):
        """
        Start with an empty collection. The fields are:
        - self.photos: dict, from the name of each photo to the list of the fingerprints of its versions, at least
          one, oldest first. No two photos have the same latest version; otherwise a fingerprint may occur several
          times, in one list too.
        - self.contents: dict, from each fingerprint in self.photos, and from no other, to its content as bytes.
        - self.albums: dict, from the name of each album to the list of the names of its photos, at least one, in
          their order. They are in self.photos, and no album holds a photo twice. A photo need not be in an album.
        """
        self.photos = {}
        self.contents = {}
        self.albums = {}

    def add(self, path: str, album: str = "") -> str:
        """
        Take in the content of a file. If it is the latest version of a photo already, this is the photo found, and
        self.photos and self.contents stay as they are. Otherwise the photo found is the one with the name of the
        file (without its directory): the content becomes its latest version, or, if there is no photo of this name,
        the only version of a new one. If an album is named, the photo found becomes its last photo, unless it is in
        the album already; an album that does not exist is created.
        :param path: str, the path of the file.
        :param album: str, the name of the album, empty for none.
        :return: str, the name of the photo found.
        :raises FileNotFoundError: if there is no such file; nothing is changed then.
        :raises ValueError: with the message "empty file" if the file has no content; nothing is changed then.
        >>> with open("beach.jpg", "wb") as file:
        ...     size = file.write(b"sand and sea")
        >>> shelf = PhotoShelf()
        >>> shelf.add("beach.jpg", "summer"), shelf.photos, shelf.albums
        ('beach.jpg', {'beach.jpg': ['eae84268']}, {'summer': ['beach.jpg']})
        """

    def merge(self, photo: str, other: str) -> int:
        """
        Give up a photo, with its versions, in favour of another one, whose versions stay as they are. In each album
        that holds the photo given up, the other one takes its place; if the album holds both, the one given up is
        just removed.
        :param photo: str, the name of the photo that is given up.
        :param other: str, the name of the other photo.
        :return: int, the number of contents that have been removed from self.contents.
        :raises ValueError: with the message "same photo" if both names are equal; nothing is changed then.
        :raises KeyError: with the name of the photo that is not there, for different names; if neither is, with that
            of the one to be given up. Nothing is changed then.
        >>> shelf = PhotoShelf()
        >>> shelf.photos = {"a.jpg": ["11111111", "22222222"], "b.jpg": ["11111111"]}
        >>> shelf.contents = {"11111111": b"one", "22222222": b"two"}
        >>> shelf.albums = {"x": ["a.jpg"], "y": ["b.jpg", "a.jpg"]}
        >>> shelf.merge("a.jpg", "b.jpg"), shelf.photos, shelf.albums
        (1, {'b.jpg': ['11111111']}, {'x': ['b.jpg'], 'y': ['b.jpg']})
        """

    def revert(self, photo: str) -> str:
        """
        Drop the latest version of a photo. If another photo has the same latest version then, the photo is merged
        into that one as described for merge.
        :param photo: str, the name of the photo.
        :return: str, the name of the photo, or of the one into which it has been merged.
        :raises KeyError: with the name if there is no such photo.
        :raises ValueError: with the message "only version" if it has one version; nothing is changed then.
        >>> shelf = PhotoShelf()
        >>> shelf.photos = {"a.jpg": ["11111111", "22222222"], "b.jpg": ["11111111"]}
        >>> shelf.contents = {"11111111": b"one", "22222222": b"two"}
        >>> shelf.revert("a.jpg"), shelf.photos, shelf.contents
        ('b.jpg', {'b.jpg': ['11111111']}, {'11111111': b'one'})
        """

    def delete(self, photo: str) -> list[str]:
        """
        Delete a photo with all its versions. It is removed from the albums, and an album that is empty then is
        removed too.
        :param photo: str, the name of the photo.
        :return: list of str, the names of the albums that have been removed, in ascending order.
        :raises KeyError: with the name if there is no such photo.
        >>> shelf = PhotoShelf()
        >>> shelf.photos = {"a.jpg": ["11111111"], "b.jpg": ["22222222"]}
        >>> shelf.contents = {"11111111": b"one", "22222222": b"two"}
        >>> shelf.albums = {"x": ["a.jpg"], "y": ["b.jpg", "a.jpg"]}
        >>> shelf.delete("a.jpg"), shelf.albums, shelf.contents
        (['x'], {'y': ['b.jpg']}, {'22222222': b'two'})
        """

    def find(self, prefix: str) -> list[tuple[str, int]]:
        """
        Look for versions whose fingerprint begins with a text.
        :param prefix: str, the text; with an empty one all versions are found.
        :return: list of tuple, (photo, version) for each, where the oldest version of a photo is 1; ordered by the
            names of the photos, ascending, and for one photo from the latest version to the oldest one.
        >>> shelf = PhotoShelf()
        >>> shelf.photos = {"b.jpg": ["1a000000", "22000000", "1b000000"], "a.jpg": ["1b000000", "33000000"]}
        >>> shelf.find("1"), shelf.find("1a")
        ([('a.jpg', 1), ('b.jpg', 3), ('b.jpg', 1)], [('b.jpg', 1)])
        """

    def export(self, album: str, folder: str) -> list[str]:
        """
        Write the latest versions of the photos of an album as files into a folder. The folder is created, with its
        parents, if it does not exist. The name of a file is the place of the photo in the album, counted from 1, with
        at least two digits, an underscore, and the name of the photo. A file of this name is replaced.
        :param album: str, the name of the album.
        :param folder: str, the path of the folder.
        :return: list of str, the names of the files in the order of the album, without those whose file was there
            before with the same content.
        :raises KeyError: with the name if there is no such album; no folder is created then.
        >>> shelf = PhotoShelf()
        >>> shelf.photos, shelf.contents = {"a.jpg": ["11111111"]}, {"11111111": b"one"}
        >>> shelf.albums = {"x": ["a.jpg"]}
        >>> shelf.export("x", "exported_photos"), os.listdir("exported_photos")
        (['01_a.jpg'], ['01_a.jpg'])
        """

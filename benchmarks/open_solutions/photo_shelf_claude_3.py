import hashlib
import os


class PhotoShelf:
    def __init__(self):
        self.photos = {}
        self.contents = {}
        self.albums = {}

    def _clean_contents(self):
        used = {print_ for versions in self.photos.values() for print_ in versions}
        gone = [print_ for print_ in self.contents if print_ not in used]
        for print_ in gone:
            del self.contents[print_]
        return len(gone)

    def _with_latest(self, fingerprint, other_than=None):
        for name, versions in self.photos.items():
            if versions[-1] == fingerprint and name != other_than:
                return name
        return None

    def add(self, path: str, album: str = "") -> str:
        with open(path, "rb") as file:
            content = file.read()
        if not content:
            raise ValueError("empty file")
        fingerprint = hashlib.sha256(content).hexdigest()[:8]
        name = self._with_latest(fingerprint)
        if name is None:
            name = os.path.basename(path)
            self.photos.setdefault(name, []).append(fingerprint)
            self.contents[fingerprint] = content
        if album:
            names = self.albums.setdefault(album, [])
            if name not in names:
                names.append(name)
        return name

    def merge(self, photo: str, other: str) -> int:
        if photo == other:
            raise ValueError("same photo")
        for name in (photo, other):
            if name not in self.photos:
                raise KeyError(name)
        del self.photos[photo]
        for names in self.albums.values():
            if photo in names:
                if other in names:
                    names.remove(photo)
                else:
                    names[names.index(photo)] = other
        return self._clean_contents()

    def revert(self, photo: str) -> str:
        if photo not in self.photos:
            raise KeyError(photo)
        versions = self.photos[photo]
        if len(versions) == 1:
            raise ValueError("only version")
        versions.pop()
        self._clean_contents()
        other = self._with_latest(versions[-1], photo)
        if other is None:
            return photo
        self.merge(photo, other)
        return other

    def delete(self, photo: str) -> list[str]:
        if photo not in self.photos:
            raise KeyError(photo)
        del self.photos[photo]
        self._clean_contents()
        removed = []
        for album, names in list(self.albums.items()):
            if photo in names:
                names.remove(photo)
                if not names:
                    del self.albums[album]
                    removed.append(album)
        return sorted(removed)

    def find(self, prefix: str) -> list[tuple[str, int]]:
        found = []
        for name in sorted(self.photos):
            versions = self.photos[name]
            for number in range(len(versions), 0, -1):
                if versions[number - 1].startswith(prefix):
                    found.append((name, number))
        return found

    def export(self, album: str, folder: str) -> list[str]:
        if album not in self.albums:
            raise KeyError(album)
        os.makedirs(folder, exist_ok=True)
        written = []
        for place, photo in enumerate(self.albums[album], 1):
            content = self.contents[self.photos[photo][-1]]
            name = f"{place:02d}_{photo}"
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    if file.read() == content:
                        continue
            with open(path, "wb") as file:
                file.write(content)
            written.append(name)
        return written

import hashlib
import os


class PhotoShelf:
    def __init__(self):
        self.photos = {}
        self.contents = {}
        self.albums = {}

    def _tidy(self):
        """Remove the contents that no version has any more, and say how many these were."""
        used = {fingerprint for versions in self.photos.values() for fingerprint in versions}
        unused = [fingerprint for fingerprint in self.contents if fingerprint not in used]
        for fingerprint in unused:
            del self.contents[fingerprint]
        return len(unused)

    def _with_latest(self, fingerprint, without=None):
        for photo, versions in self.photos.items():
            if photo != without and versions[-1] == fingerprint:
                return photo
        return None

    def add(self, path: str, album: str = "") -> str:
        with open(path, "rb") as file:
            content = file.read()
        if not content:
            raise ValueError("empty file")
        fingerprint = hashlib.sha256(content).hexdigest()[:8]
        photo = self._with_latest(fingerprint)
        if photo is None:
            photo = os.path.basename(path)
            self.photos.setdefault(photo, []).append(fingerprint)
            self.contents[fingerprint] = content
        if album:
            names = self.albums.setdefault(album, [])
            if photo not in names:
                names.append(photo)
        return photo

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
        return self._tidy()

    def revert(self, photo: str) -> str:
        if photo not in self.photos:
            raise KeyError(photo)
        versions = self.photos[photo]
        if len(versions) == 1:
            raise ValueError("only version")
        versions.pop()
        other = self._with_latest(versions[-1], photo)
        if other is not None:
            self.merge(photo, other)
            return other
        self._tidy()
        return photo

    def delete(self, photo: str) -> list[str]:
        if photo not in self.photos:
            raise KeyError(photo)
        del self.photos[photo]
        removed = []
        for album, names in list(self.albums.items()):
            if photo in names:
                names.remove(photo)
                if not names:
                    del self.albums[album]
                    removed.append(album)
        self._tidy()
        return sorted(removed)

    def find(self, prefix: str) -> list[tuple[str, int]]:
        found = []
        for photo in sorted(self.photos):
            versions = self.photos[photo]
            for number in range(len(versions), 0, -1):
                if versions[number - 1].startswith(prefix):
                    found.append((photo, number))
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
            if os.path.exists(path):
                with open(path, "rb") as file:
                    if file.read() == content:
                        continue
            with open(path, "wb") as file:
                file.write(content)
            written.append(name)
        return written

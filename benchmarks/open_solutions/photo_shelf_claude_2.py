import hashlib
import os


class PhotoShelf:
    def __init__(self):
        self.photos = {}
        self.contents = {}
        self.albums = {}

    def _latest(self, fingerprint):
        """The name of the photo with this latest version, None if there is none."""
        for name, versions in self.photos.items():
            if versions[-1] == fingerprint:
                return name
        return None

    def _sweep(self):
        """Remove the contents that no version needs, and return how many they were."""
        used = {fingerprint for versions in self.photos.values() for fingerprint in versions}
        unused = [fingerprint for fingerprint in self.contents if fingerprint not in used]
        for fingerprint in unused:
            del self.contents[fingerprint]
        return len(unused)

    def add(self, path: str, album: str = "") -> str:
        if not os.path.exists(path):
            raise FileNotFoundError(path)
        with open(path, "rb") as file:
            content = file.read()
        if not content:
            raise ValueError("empty file")
        fingerprint = hashlib.sha256(content).hexdigest()[:8]
        photo = self._latest(fingerprint)
        if photo is None:
            photo = os.path.basename(path)
            self.photos.setdefault(photo, []).append(fingerprint)
            self.contents[fingerprint] = content
        if album:
            photos = self.albums.setdefault(album, [])
            if photo not in photos:
                photos.append(photo)
        return photo

    def merge(self, photo: str, other: str) -> int:
        if photo == other:
            raise ValueError("same photo")
        for name in (photo, other):
            if name not in self.photos:
                raise KeyError(name)
        del self.photos[photo]
        for photos in self.albums.values():
            if photo in photos:
                if other in photos:
                    photos.remove(photo)
                else:
                    photos[photos.index(photo)] = other
        return self._sweep()

    def revert(self, photo: str) -> str:
        if photo not in self.photos:
            raise KeyError(photo)
        versions = self.photos[photo]
        if len(versions) == 1:
            raise ValueError("only version")
        versions.pop()
        for name, others in self.photos.items():
            if name != photo and others[-1] == versions[-1]:
                self.merge(photo, name)
                return name
        self._sweep()
        return photo

    def delete(self, photo: str) -> list[str]:
        if photo not in self.photos:
            raise KeyError(photo)
        del self.photos[photo]
        removed = []
        for album, photos in list(self.albums.items()):
            if photo in photos:
                photos.remove(photo)
                if not photos:
                    del self.albums[album]
                    removed.append(album)
        self._sweep()
        return sorted(removed)

    def find(self, prefix: str) -> list[tuple[str, int]]:
        return [
            (photo, number)
            for photo in sorted(self.photos)
            for number in range(len(self.photos[photo]), 0, -1)
            if self.photos[photo][number - 1].startswith(prefix)
        ]

    def export(self, album: str, folder: str) -> list[str]:
        if album not in self.albums:
            raise KeyError(album)
        if folder:
            os.makedirs(folder, exist_ok=True)
        written = []
        for place, photo in enumerate(self.albums[album], 1):
            name = f"{place:02d}_{photo}"
            path = os.path.join(folder, name)
            content = self.contents[self.photos[photo][-1]]
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    if file.read() == content:
                        continue
            with open(path, "wb") as file:
                file.write(content)
            written.append(name)
        return written

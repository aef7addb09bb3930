# canary: classeval-hf open photo_shelf 2a28b851-7028-4d41-bdff-6ec6f88c4199

import hashlib
import os


class PhotoShelf:
    def __init__(self):
        self.photos = {}
        self.contents = {}
        self.albums = {}

    def add(self, path: str, album: str = "") -> str:
        with open(path, "rb") as file:
            content = file.read()
        if not content:
            raise ValueError("empty file")
        fingerprint = hashlib.sha256(content).hexdigest()[:8]
        found = [name for name, versions in self.photos.items() if versions[-1] == fingerprint]
        photo = found[0] if found else os.path.basename(path)
        if not found:
            self.photos.setdefault(photo, []).append(fingerprint)
            self.contents[fingerprint] = content
        if album and photo not in self.albums.get(album, []):
            self.albums.setdefault(album, []).append(photo)
        return photo

    def merge(self, photo: str, other: str) -> int:
        if photo == other:
            raise ValueError("same photo")
        for name in (photo, other):
            if name not in self.photos:
                raise KeyError(name)
        del self.photos[photo]
        for names in self.albums.values():
            if photo in names and other in names:
                names.remove(photo)
            elif photo in names:
                names[names.index(photo)] = other
        used = {fingerprint for versions in self.photos.values() for fingerprint in versions}
        before = len(self.contents)
        self.contents = {key: content for key, content in self.contents.items() if key in used}
        return before - len(self.contents)

    def revert(self, photo: str) -> str:
        versions = self.photos[photo]
        if len(versions) == 1:
            raise ValueError("only version")
        dropped = versions.pop()
        if not any(dropped in kept for kept in self.photos.values()):
            del self.contents[dropped]
        for other, kept in self.photos.items():
            if other != photo and kept[-1] == versions[-1]:
                self.merge(photo, other)
                return other
        return photo

    def delete(self, photo: str) -> list[str]:
        versions = self.photos.pop(photo)
        for fingerprint in set(versions):
            if not any(fingerprint in kept for kept in self.photos.values()):
                del self.contents[fingerprint]
        removed = []
        for album in sorted(self.albums):
            names = self.albums[album]
            if photo in names:
                names.remove(photo)
            if not names:
                del self.albums[album]
                removed.append(album)
        return removed

    def find(self, prefix: str) -> list[tuple[str, int]]:
        return [
            (photo, number)
            for photo in sorted(self.photos)
            for number in range(len(self.photos[photo]), 0, -1)
            if self.photos[photo][number - 1].startswith(prefix)
        ]

    def export(self, album: str, folder: str) -> list[str]:
        photos = self.albums[album]
        os.makedirs(folder, exist_ok=True)
        written = []
        for number, photo in enumerate(photos, 1):
            content = self.contents[self.photos[photo][-1]]
            name = f"{number:02d}_{photo}"
            path = os.path.join(folder, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    if file.read() == content:
                        continue
            with open(path, "wb") as file:
                file.write(content)
            written.append(name)
        return written

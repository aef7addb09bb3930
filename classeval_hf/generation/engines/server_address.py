"""The address of a server, which may hold a password or a key, and what is shown of it and of what the server says."""

import base64
import json
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from classeval_hf.core.errors import UserError

_HIDDEN = "***"
_SHORTEST = 4  # characters below which a secret is not looked for in what a server says: it would be found anywhere


@dataclass(frozen=True)
class ServerAddress:
    """Where a server is, and what it is told in confidence: key, user, password and query, which no error shows."""

    # Its URL, with or without `/v1`. User and password are sent with each request, and so is what follows a question
    # mark.
    text: str
    api_key: str | None = None  # key for it

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.text)
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            valid = False
        if not valid:
            raise UserError("--base-url must be the URL of a server, e.g. http://localhost:8000/v1.")

    @property
    def hostname(self) -> str:
        return urlsplit(self.text).hostname or ""

    def route(self, name: str) -> str:
        """The URL that requests are sent to, such as for `completions`."""
        parts = urlsplit(self.text)
        return urlunsplit((parts.scheme, parts.netloc, f"{_root(parts.path)}/{name}", parts.query, ""))

    @property
    def shown(self) -> str:
        """Scheme, host and path alone, for records and messages."""
        parts = urlsplit(self.text)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], _root(parts.path), "", ""))

    def without_secrets(self, text: str, least: int = _SHORTEST) -> str:
        """What a server or a library says, without secrets of at least `least` characters."""
        for secret in self._secrets:
            if len(secret) >= least:
                text = text.replace(secret, _HIDDEN)
        return text

    @cached_property
    def _secrets(self) -> list[str]:
        """All that must not be shown, in the forms in which it may come back, the longest first."""
        parts = urlsplit(self.text)
        user, _, password = parts.netloc.rpartition("@")[0].partition(":")
        pair = f"{unquote(user)}:{unquote(password)}"
        given = [parts.query, parts.fragment, password, *(value for _, value in parse_qsl(parts.query))]
        given += [self.api_key or "", *([pair, base64.b64encode(pair.encode()).decode()] if password else [user])]
        forms = {
            form
            for secret in given
            for plain in (secret, unquote(secret))
            for form in (plain, quote(plain, safe=""), quote(plain), json.dumps(plain)[1:-1], repr(plain)[1:-1])
        }
        return sorted(forms - {""}, key=len, reverse=True)


def _root(path: str) -> str:
    root = path.rstrip("/").removesuffix("/chat/completions")
    return root if root.endswith("/v1") else f"{root}/v1"

"""The address of a server, and the removal of its passwords and keys from records and messages."""

import base64
import json
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from classeval_hf.core.errors import UserError

_HIDDEN = "***"
_SHORTEST = 4  # characters below which a secret is not hidden, since it would be found anywhere


@dataclass(frozen=True)
class ServerAddress:
    """URL and key of a server; no message shows key, user, password or query."""

    text: str  # URL, with or without `/v1`; user, password and query are sent with each request
    api_key: str | None = None  # key for it

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.text)
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            valid = False
        if not valid:
            raise UserError("--base-url must be the URL of a server, e.g. http://localhost:8000/v1.")

    def route(self, name: str) -> str:
        """The URL that requests are sent to, such as for `completions`."""
        parts = urlsplit(self.text)
        return urlunsplit((parts.scheme, parts.netloc, f"{_root(parts.path)}/{name}", parts.query, ""))

    @property
    def shown(self) -> str:
        """Only scheme, host and path, for records and messages."""
        parts = urlsplit(self.text)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], _root(parts.path), "", ""))

    def without_secrets(self, text: str, least: int = _SHORTEST) -> str:
        """A message of a server or a library, with secrets of at least `least` characters hidden in all spellings."""
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
        for secret in sorted(forms - {""}, key=len, reverse=True):  # a secret may contain another
            if len(secret) >= least:
                text = text.replace(secret, _HIDDEN)
        return text


def _root(path: str) -> str:
    root = path.rstrip("/").removesuffix("/chat/completions")
    return root if root.endswith("/v1") else f"{root}/v1"

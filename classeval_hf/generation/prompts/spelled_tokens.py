"""Text that spells a special token, such as a docstring on `<|endoftext|>`, stays text: a placeholder hides it
meanwhile."""

import re
from typing import Any

GUARD = "\u263a"  # texts behind a special token are encoded after it: sentencepiece puts a blank before any text
_OPEN, _CLOSE, _FIRST, _LAST = "\ue000", "\ue001", "\ue100", "\uf8ff"  # placeholders: one of the range in brackets


class SpelledTokens:
    """Hides what spells a special token in texts, and encodes texts in which it is hidden."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        special = set(getattr(tokenizer, "all_special_tokens", ()))
        added = {token for token in tokenizer.get_added_vocab() if re.fullmatch(r"[<\[].*[>\]]", token)}
        tokens = sorted(filter(None, special | added), key=len, reverse=True)[: ord(_LAST) - ord(_FIRST)]
        self._places = {token: f"{_OPEN}{chr(ord(_FIRST) + number)}{_CLOSE}" for number, token in enumerate(tokens)}
        self._tokens = {place: token for token, place in self._places.items()}
        self._spelled = re.compile("|".join(map(re.escape, tokens)) or r"(?!)")
        self._hidden = re.compile(f"({_OPEN}[{_FIRST}-{_LAST}]{_CLOSE})")

    def hide(self, text: str) -> str:
        """The text with a placeholder for all that spells a token."""
        return self._spelled.sub(lambda match: self._places[match[0]], text)

    def show(self, text: str) -> str:
        return self._hidden.sub(lambda match: self._tokens.get(match[0], match[0]), text)

    def encode(self, text: str) -> list[int]:
        """Token ids of a text with placeholders; special tokens that it spells itself, as templates do, are tokens."""
        head, *parts = self._hidden.split(text)
        ids = self._ids(head) if head else []
        for part in parts:
            token = self._tokens.get(part)
            for piece in (part,) if token is None else (token[0], token[1:]):
                ids += self._behind(piece) if piece else []
        return ids

    def _behind(self, text: str) -> list[int]:
        guard, ids = self._ids(GUARD), self._ids(GUARD + text)
        return ids[len(guard) :] if ids[: len(guard)] == guard else self._ids(text)

    def _ids(self, text: str) -> list[int]:
        # Whether it is too long is said elsewhere, and not by the tokenizer.
        return list(self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

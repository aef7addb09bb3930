"""Completions from a server with OpenAI's protocol: chat completions for prompts with messages, else completions."""

from __future__ import annotations

import base64
import contextlib
import json
import math
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

import huggingface_hub.errors

from classeval_hf.core.command_line import option_field
from classeval_hf.core.errors import UserError
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.generation.engines.backend import Counter, Request, RequestSource, count_nothing, end_of_stop
from classeval_hf.prompting.steps import Completion

SERVER = "server (--backend openai)"
_RETRIED_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})  # temporary failures
_TOO_LONG_STATUSES = frozenset({400, 413, 422})  # statuses with which servers refuse a request that is too long
MIN_COMPLETION_ROOM = 256  # tokens that a prompt must leave for its completion, where only the server can count them
_MAX_WAIT = 60.0  # maximum of seconds between two attempts, unless the server asks for more
_MAX_RETRY_AFTER = 600.0  # seconds that a server may ask to wait: a wait of hours would stop the run silently
MAX_KEPT_CHARS = 1_048_576  # of a completion: four times the limit of reading, so that reasoning in front fits
_MAX_MESSAGE_CHARS = 1 << 20
_HIDDEN = "***"
_SHORT_SECRET = 4  # characters below which a secret is not hidden, since it would be found anywhere
_LONG_SECRET = 16  # characters from which a key is hidden in completions too, where a short one may be code
_REASONING_TYPES = frozenset({"thinking", "reasoning"})  # content parts in which some servers return reasoning
_HEARTBEAT_INTERVAL = 0.5  # seconds between two updates of the progress while requests are pending
_MODELS_TIMEOUT = 10.0  # timeout in seconds of the request for the list of models
_MAX_OPENAI_STOPS = 4  # OpenAI refuses more stop strings; the others are applied to the completion afterwards
_SUBJECT = re.compile(
    r"context[_ ](?:length|size|window)|maximum (?:model|input) length|`inputs` (?:tokens|must)|prompt is too long",
    re.IGNORECASE,
)  # words by which OpenAI, vLLM, llama.cpp and TGI refuse a request that is too long
# Words with which OpenAI refuses parameters that its reasoning models do not support.
_OF_REASONING = re.compile(r"max_completion_tokens|'(?:temperature|top_p|stop)' (?:is not supported|does not support)")
_LIMIT = re.compile(r"(?:context length is|must be <=|must have less than) ?(\d+)")
_PROMPT = re.compile(
    r"(\d+) in the (?:messages|prompt)|(?:has|contains) (?:at least )?(\d+) input tokens|resulted in (\d+) tokens"
    r"|Given: (\d+)|(\d+) `inputs` tokens"
)


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
        root = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/v1")
        return urlunsplit((parts.scheme, parts.netloc, f"{root}/v1/{name}", parts.query, ""))

    def ask(self, method: str, route: str, timeout: float, body: Any = None) -> Any:
        session: Any = huggingface_hub.get_session()
        session.event_hooks = {"request": [], "response": []}  # they refuse all with HF_HUB_OFFLINE=1
        headers = {"Authorization": f"Bearer {self.api_key or 'none'}"}
        return session.request(method, self.route(route), json=body, headers=headers, timeout=timeout)

    @property
    def shown(self) -> str:
        """Only scheme, host and path, for records and messages."""
        parts = urlsplit(self.route(""))
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))

    def without_secrets(self, text: str, least: int = _SHORT_SECRET) -> str:
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


class ServerError(OSError):
    """A request that the server refuses, or that failed in all attempts."""


_server = partial(option_field, SERVER)
_openai = partial(_server, only_for=("openai",))


@dataclass(frozen=True)
class ServerOptions:
    base_url: str | None = _openai(
        None,
        "e.g. http://localhost:8000/v1; user, password and query are sent, but not recorded or shown",
        metavar="URL",
        logged=False,
        free=True,
    )
    tokenizer: str | None = _openai(None, "its tokenizer, to count tokens (Hub id or folder)", metavar="MODEL")
    reasoning: bool = _openai(False, "for OpenAI's reasoning models, which choose how they sample")
    api_key_env: str = _server(
        "OPENAI_API_KEY", "variable with the key (default: {})", metavar="NAME", logged=False, free=True
    )
    concurrency: int = _server(8, "requests at a time (default: {})", least=1, free=True)
    max_retries: int = _server(6, "retries of a failed request (default: {})", least=0, free=True)
    request_timeout: float = _server(600.0, "default: {:g}", metavar="SECONDS", free=True)
    extra_body: str | None = _openai(None, "further fields of each request", metavar="JSON", logged=False)


@dataclass(eq=False, repr=False)
class OpenAIBackend:
    """Repeats failed requests with exponential backoff. By default no key is sent, in particular no Hub token."""

    options: ServerOptions
    model: str  # name of the model there
    tokenizer: Any = None  # the model's, if known: text prompts are sent so that the server reads the same tokens
    report: Callable[[str], None] = print  # called with a message for each failed attempt
    count: Counter = count_nothing  # called with the tokens of each completion, as the server counts them

    def __post_init__(self) -> None:
        self._server = ServerAddress(self.options.base_url or "", os.environ.get(self.options.api_key_env))
        self._extra_body = json.loads(self.options.extra_body or "{}")
        self._paused_until, self._ended = 0.0, threading.Event()
        self._is_openai = (urlsplit(self._server.text).hostname or "").endswith("openai.com")

    def generate(self, source: RequestSource) -> Iterator[tuple[Request, Completion]]:
        pool = ThreadPoolExecutor(self.options.concurrency)
        pending: dict[Future[Completion], Request] = {}
        try:
            while True:
                for request in source.take(self.options.concurrency - len(pending)):
                    pending[pool.submit(self._complete, request)] = request
                if not pending:
                    break
                done, _ = wait(pending, _HEARTBEAT_INTERVAL, return_when=FIRST_COMPLETED)
                self.count(0, 0)
                for future in done:
                    completion = future.result()
                    self.count(completion.prompt_tokens, completion.completion_tokens)
                    yield pending.pop(future), completion
        except BaseException:
            self._ended.set()
            pool.shutdown(wait=False, cancel_futures=True)
            huggingface_hub.close_session()  # aborts the pending requests
            raise
        pool.shutdown()

    def _complete(self, request: Request) -> Completion:
        attempt, rested = 0, 0.0  # until when this request is not repeated
        while True:
            while (left := max(rested, self._paused_until) - time.monotonic()) > 0:
                if self._ended.wait(left):
                    raise ServerError("The run was stopped.")
            try:
                return self._send(request)
            except huggingface_hub.errors.HfHubHTTPError as error:
                # The message of the server or the library, without secrets.
                status, words = error.response.status_code, list[str]()
                with contextlib.suppress(Exception):  # the body may not have been read
                    words = self._server.without_secrets(error.response.text[:_MAX_MESSAGE_CHARS]).split()
                message = " ".join(words or self._server.without_secrets(str(error)).split())[:500]
                problem = f"{status} {error.response.reason_phrase}: {message}"
                too_long = read_length_refusal(message) if status in _TOO_LONG_STATUSES else None
                if too_long is not None:
                    tokens, room = too_long
                    if not MIN_COMPLETION_ROOM <= room < request.max_new_tokens:
                        return Completion("", PROMPT_TOO_LONG, tokens)
                    request = replace(request, max_new_tokens=room)
                    continue
                if status not in _RETRIED_STATUSES:
                    refusal = f"{request.name}: the server refuses the request. {problem}"
                    if status == 404 and not request.prompt.messages:
                        refusal = (
                            f"{request.name}: {self._server.shown}/completions: {problem} A "
                            f"{request.prompt.kind.value} prompt needs a server with this route; with a chat model, "
                            "use --prompt instruct."
                        )
                    elif status == 400 and _OF_REASONING.search(message) and not self.options.reasoning:
                        refusal += " This is a reasoning model: give --reasoning."
                    elif status in (401, 403):
                        key = "Put the server's key into the variable that --api-key-env names."
                        refusal = f"{request.name}: {problem} {key}"
                    raise ServerError(refusal) from error
                asked_for = _retry_after(error.response.headers)
            except (KeyError, IndexError, TypeError, ValueError) as error:
                problem = self._server.without_secrets(repr(error))[:500]
                raise ServerError(f"{request.name}: the server's response is not valid: {problem}.") from error
            except Exception as error:  # connection errors of the HTTP library
                problem = f"{type(error).__name__}: {self._server.without_secrets(str(error))}"
                asked_for = None
            attempt += 1
            if attempt > self.options.max_retries:
                raise ServerError(f"{request.name}: {attempt} attempts at {self._server.shown} failed. {problem}")
            self.report(f"{request.name}: attempt {attempt} failed ({problem})")
            if asked_for is not None:
                self._paused_until = max(self._paused_until, time.monotonic() + asked_for)  # for all requests
            else:
                # Exponential, with a jitter from the seed, so that requests are not repeated all at once.
                spread = 0.75 + (request.seed % 1000) / 2000
                rested = time.monotonic() + min(2.0 ** min(attempt - 1, 10) * spread, _MAX_WAIT)

    def _send(self, request: Request) -> Completion:
        stops = list(request.prompt.stop_strings)[: _MAX_OPENAI_STOPS if self._is_openai else None]
        options: dict[str, Any] = {
            "max_tokens": request.max_new_tokens,
            "temperature": request.sampling.temperature,
            "top_p": request.sampling.top_p,
            "top_k": request.sampling.top_k or None,
            "stop": stops or None,
        }
        if self.options.reasoning:
            options = {"max_completion_tokens": request.max_new_tokens}
        options["seed"] = request.seed
        body: dict[str, Any] = {"model": self.model}
        if request.prompt.messages:
            body["messages"] = [{"role": role, "content": text} for role, text in request.prompt.messages]
        else:
            text = request.prompt.text
            if self.tokenizer is not None and request.prompt.token_ids:
                # Without the special token in front that the server's tokenizer adds by itself.
                without = text.removeprefix(self.tokenizer.bos_token or "")
                text = without if tuple(self.tokenizer(without)["input_ids"]) == request.prompt.token_ids else text
            body["prompt"] = text
        body |= {**options, **self._extra_body}
        route = "chat/completions" if request.prompt.messages else "completions"
        stated = {name: value for name, value in body.items() if value is not None}
        response = self._server.ask("POST", route, self.options.request_timeout, stated)
        if response.status_code >= 400:
            raise huggingface_hub.errors.HfHubHTTPError(response.text, response=response)
        reply = response.json()
        choice = reply["choices"][0]
        content = choice["message"]["content"] if request.prompt.messages else choice["text"]
        # Some servers return the text in parts, with reasoning among them.
        texts = []
        for part in content if isinstance(content, list) else [{"text": "" if content is None else content}]:
            kind = part.get("type", "text") if isinstance(part, dict) else "text"
            if kind not in _REASONING_TYPES:
                piece = part.get("text") if isinstance(part, dict) and kind == "text" else part
                if not isinstance(piece, str):
                    raise TypeError(f"a part of its text is a {type(piece).__name__}, not a string")
                texts.append(piece)
        text = self._server.without_secrets("".join(texts), least=_LONG_SECRET)
        # Servers differ: some leave the stop string out, some continue to the end of its token.
        raw = text[: end_of_stop(text, request.prompt.stop_strings)]
        cut = choice.get("finish_reason") == "length" and len(raw) == len(text)
        tokens = [_count(reply.get("usage"), name) for name in ("prompt_tokens", "completion_tokens")]
        return Completion(raw[:MAX_KEPT_CHARS], "length" if cut or len(raw) > MAX_KEPT_CHARS else "stop", *tokens)


def served_length(server: ServerAddress, model: str) -> int | None:
    """The maximum of tokens of prompt and completion together, if the server states it, as vLLM does."""
    try:
        listed = server.ask("GET", "models", _MODELS_TIMEOUT).json()["data"]
        return next((_count(entry, "max_model_len") or None for entry in listed if entry.get("id") == model), None)
    except Exception:  # the first request for a completion reports the problem
        return None


def read_length_refusal(message: str) -> tuple[int, int] | None:
    """The tokens of a prompt as the server counts them, and those that it leaves for a completion, 0 where unknown;
    `None` if the body of a response with status 400, 413 or 422 is about something else."""
    if not _SUBJECT.search(message):
        return None
    limit, prompt = _LIMIT.search(message), _PROMPT.search(message)
    tokens = int(next(group for group in prompt.groups() if group)) if prompt is not None else 0
    room = int(limit[1]) - tokens if limit is not None and prompt is not None else 0
    return tokens, max(0, room)


def _count(usage: object, name: str) -> int:
    """A number of tokens, 0 where the server does not state one."""
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait, as a number or as a date, up to the maximum."""
    value = headers.get("Retry-After", "")
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except (TypeError, ValueError, OverflowError):
            return None
    return None if math.isnan(seconds) else min(max(0.0, seconds), _MAX_RETRY_AFTER)

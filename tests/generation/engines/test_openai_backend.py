"""The backend for servers, against real servers on this machine: one of our own that misbehaves, and transformers'."""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from email.utils import formatdate, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import torch
from slow_cases import one_in
from small_tokenizers import sentencepiece_like
from tiny_models import PAD, tiny_model, tiny_tokenizer

from classeval_hf.generation.cli.command import main
from classeval_hf.generation.engines import openai_backend
from classeval_hf.generation.engines.backend import Request, Sampling, end_of_stop
from classeval_hf.generation.engines.openai_backend import OpenAIBackend, ServerError, served_length
from classeval_hf.generation.engines.server_address import ServerAddress
from classeval_hf.generation.pipeline.arguments import parse_arguments
from classeval_hf.generation.pipeline.prompt_setup import read_model_facts
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

SMALL = ("--split", "open", "--limit", "3", "--max-new-tokens", "8", "--max-length", "4000", "--greedy")


class TinyServer(ThreadingHTTPServer):
    """
    An OpenAI-compatible server with a tiny model, which can be told to fail.

    Args:
        folder (`Path`): the model.
    """

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.tokenizer = tiny_tokenizer(chat=True)
        self.model = tiny_model("llama", self.tokenizer)
        self.lock = threading.Lock()
        self.failures: list[tuple[int, dict[str, str]]] = []
        self.replies: list[dict[str, Any]] = []
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.times: list[float] = []
        self.under_way = 0
        self.most_under_way = 0
        self.has_completions = True
        self.refusal = "not now, please"
        self.served: list[dict[str, Any]] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: TinyServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.server.requests.append((self.path, body, headers))
            self.server.times.append(time.time())
            failure = self.server.failures.pop(0) if self.server.failures else None
            self.server.under_way += 1
            self.server.most_under_way = max(self.server.most_under_way, self.server.under_way)
        status, content, headers = failure[0] if failure else 200, {}, failure[1] if failure else {}
        if failure is not None:
            content = {"error": {"message": self.server.refusal}}
        elif self.server.replies:
            content = self.server.replies.pop(0)
        elif self.path.partition("?")[0] == "/v1/chat/completions":
            content = self._answer(body, self._chat_text(body), chat=True)
        elif self.path == "/v1/completions" and self.server.has_completions:
            content = self._answer(body, body["prompt"], chat=False)
        else:
            status, content = 404, {"error": "no such route"}
        with self.server.lock:
            self.server.under_way -= 1
        if status == 0:
            self.connection.shutdown(socket.SHUT_RDWR)  # as a server that dies does
        else:
            self._send(status, content, headers)

    def do_GET(self) -> None:
        self._send(200, {"data": self.server.served}, {})

    def _chat_text(self, body: dict[str, Any]) -> str:
        text = self.server.tokenizer.apply_chat_template(body["messages"], tokenize=False, add_generation_prompt=True)
        return str(text)

    def _answer(self, body: dict[str, Any], text: str, chat: bool) -> dict[str, Any]:
        assert body["temperature"] == 0, "this server is greedy"
        ids = self.server.tokenizer(text, return_tensors="pt")["input_ids"]
        limit = min(body["max_tokens"], 40)
        with self.server.lock, torch.inference_mode():
            torch.set_num_threads(1)
            mask = torch.ones_like(ids)
            new = self.server.model.generate(ids, attention_mask=mask, max_new_tokens=limit, do_sample=False)
        new = new[0, ids.shape[1] :]
        said = self.server.tokenizer.decode(new, skip_special_tokens=True)
        places = [said.find(stop) for stop in body.get("stop") or () if stop in said]
        said = said[: min(places, default=None)]  # OpenAI's servers leave the stop string out
        ended = bool(places) or len(new) < limit
        choice = {"message": {"role": "assistant", "content": said}} if chat else {"text": said}
        return {
            "choices": [{"index": 0, "finish_reason": "stop" if ended else "length", **choice}],
            "usage": {"prompt_tokens": ids.shape[1], "completion_tokens": len(new), "total_tokens": 0},
        }

    def _send(self, status: int, content: dict[str, Any], headers: dict[str, str]) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "tiny"
    tokenizer = tiny_tokenizer(chat=True)
    tiny_model("llama", tokenizer).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture
def server(model: Path) -> Iterator[TinyServer]:
    tiny = TinyServer(model)
    threading.Thread(target=tiny.serve_forever, daemon=True).start()
    yield tiny
    tiny.shutdown()
    tiny.server_close()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_TOKEN", "hf_not_for_strangers")
    torch.set_num_threads(1)


class Requests:
    def __init__(self, requests: list[Request]) -> None:
        self.left = requests

    def take(self, count: int) -> list[Request]:
        taken, self.left = self.left[:count], self.left[count:]
        return taken


def request(number: int = 0, **prompt: Any) -> Request:
    given = Prompt(**{"kind": PromptKind.INSTRUCT, "text": "", "messages": (("user", f"Hello {number}"),), **prompt})
    return Request(number, f"request {number}", given, Sampling(), seed=number, max_new_tokens=6)


def ask(backend: OpenAIBackend, *requests: Request) -> dict[int, Completion]:
    return {asked.number: completion for asked, completion in backend.generate(Requests(list(requests)))}


def samples(folder: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(folder, "samples.jsonl").read_text().splitlines()]


def same(ours: dict[str, Any], servers: dict[str, Any]) -> bool:
    """Servers leave special tokens and stop strings out of what they return."""
    return bool(
        ours["task_id"] == servers["task_id"]
        and ours["completion"].replace(PAD, "") == servers["completion"]
        and [step["prompt_tokens"] for step in ours["steps"]] == [step["prompt_tokens"] for step in servers["steps"]]
        and all(
            one["raw"].replace(PAD, "").startswith(other["raw"])
            for one, other in zip(ours["steps"], servers["steps"], strict=True)
        )
    )


@pytest.mark.parametrize("prompt", one_in(2, ["instruct", "base"]))
def test_a_server_answers_as_the_model_itself(model: Path, server: TinyServer, prompt: str) -> None:
    shared = ["--model", str(model), *SMALL, "--prompt", prompt, "--strategy", "compositional"]
    assert main([*shared, "--output", "own"]) == 0
    assert main([*shared, "--output", "server", "--backend", "openai", "--base-url", server.url]) == 0
    assert len(samples("own")) == 3
    assert all(same(ours, servers) for ours, servers in zip(samples("own"), samples("server"), strict=True))
    path, body, headers = server.requests[0]
    assert path == ("/v1/chat/completions" if prompt == "instruct" else "/v1/completions")
    assert body["temperature"] == 0 and body["top_p"] == 1 and body["max_tokens"] == 8 and "seed" in body
    assert body["model"] == str(model)
    assert "hf_not_for_strangers" not in json.dumps([headers, body])


def test_a_server_without_a_tokenizer_at_hand(server: TinyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_KEY", "open sesame")
    server.failures = [(500, {}), (429, {"Retry-After": "0"})]
    shared = ["--model", "gpt-tiny", "--backend", "openai", "--base-url", f"{server.url}/v1/", *SMALL]
    assert main([*shared, "--strategy", "incremental", "--output", "out", "--api-key-env", "TINY_KEY"]) == 0
    assert [sample["task_id"] for sample in samples("out")] == [f"ClassEvalOpen_{number}" for number in range(3)]
    assert all(headers["authorization"] == "Bearer open sesame" for _, _, headers in server.requests)
    assert server.requests[0][1]["messages"][0]["role"] == "system"
    described = json.loads(Path("out/run.json").read_text())
    assert described["prompt"]["kind"] == "instruct" and described["model"] == {"name": "gpt-tiny"}
    assert "open sesame" not in Path("out/run.json").read_text()
    count = len(server.requests)
    assert main([*shared, "--strategy", "incremental", "--output", "out", "--concurrency", "2"]) == 0
    assert len(server.requests) == count, "a complete run asks nothing"


def test_no_more_requests_at_a_time_than_allowed(server: TinyServer) -> None:
    completions = ask(OpenAIBackend(server.url, "m", concurrency=3), *(request(number) for number in range(12)))
    assert sorted(completions) == list(range(12))
    assert 1 < server.most_under_way <= 3


@pytest.mark.parametrize("failure", [(500, {}), (503, {}), (429, {}), (408, {}), (0, {})])
def test_a_failed_request_is_tried_again(server: TinyServer, failure: tuple[int, dict[str, str]]) -> None:
    server.failures = [failure]
    said: list[str] = []
    completions = ask(OpenAIBackend(server.url, "m", report=said.append), request())
    assert completions[0].raw and completions[0].prompt_tokens > 0
    assert len(server.requests) == 2 and len(said) == 1 and said[0].startswith("request 0: attempt 1 failed")


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_the_pause_that_the_server_asks_for(server: TinyServer, form: str) -> None:
    date = formatdate(time.time() + 2, usegmt=True)
    server.failures = [(429, {"Retry-After": "1" if form == "seconds" else date})]
    completions = ask(OpenAIBackend(server.url, "m", concurrency=1, report=lambda _: None), request(0), request(1))
    assert sorted(completions) == [0, 1]
    over = server.times[0] + 1 if form == "seconds" else parsedate_to_datetime(date).timestamp()
    assert len(server.times) == 3 and min(server.times[1:]) >= over


@pytest.mark.parametrize(
    "asked", ["inf", "1e9", "Fri, 31 Dec 9999 23:59:59 GMT", "-5", "-inf", "nan", "Fri, 31 Dec 0001 23:59:59 GMT", "?"]
)
def test_no_server_holds_a_run_back_for_ever(server: TinyServer, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    assert openai_backend._MAX_RETRY_AFTER == 600
    monkeypatch.setattr(openai_backend, "_MAX_RETRY_AFTER", 0.25)
    server.failures = [(429, {"Retry-After": asked})]
    assert ask(OpenAIBackend(server.url, "m", report=lambda _: None), request())[0].raw
    assert len(server.requests) == 2


def replied(server: TinyServer, content: Any, chat: bool = True, **more: Any) -> Completion:
    """The backend's answer, where the server says this."""
    choice = {"message": {"role": "assistant", "content": content}} if chat else {"text": content}
    server.replies = [{"choices": [{"index": 0, "finish_reason": "stop", **choice}], **more}]
    asked = request() if chat else request(kind=PromptKind.BASE, text="def f():", messages=())
    return ask(OpenAIBackend(server.url, "m", max_retries=0), asked)[0]


PARTS = [{"type": "text", "text": "def "}, {"type": "text", "text": "f"}]


@pytest.mark.parametrize("chat", [True, False])
@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("def f", "def f"),
        (None, ""),
        ([], ""),
        (PARTS, "def f"),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, *PARTS], "def f"),
        (["def ", {"text": "f"}], "def f"),
    ],
)
def test_an_answer_in_parts(server: TinyServer, content: Any, text: str, chat: bool) -> None:
    assert replied(server, content, chat) == Completion(text)


@pytest.mark.parametrize("chat", [True, False])
@pytest.mark.parametrize(
    "content", [5, True, {"text": "x"}, [5], [None], [{"type": "image"}], [{"type": "text"}], [PARTS]]
)
def test_an_answer_that_is_no_text(server: TinyServer, content: Any, chat: bool) -> None:
    with pytest.raises(ServerError, match="request 0: the server's response is not valid: "):
        replied(server, content, chat)


def test_numbers_of_tokens_that_are_none(server: TinyServer) -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 4}
    assert replied(server, "x", usage=usage) == Completion("x", "stop", 3, 4)
    for wrong in ("many", -3, 2.5, True, None, [3], {"n": 3}):
        found = replied(server, "x", chat=False, usage={**usage, "prompt_tokens": wrong})
        assert (found.prompt_tokens, found.completion_tokens) == (0, 4)
        assert replied(server, "x", chat=False, usage=wrong).completion_tokens == 0


def test_an_answer_without_end_is_cut(server: TinyServer) -> None:
    longest = "a" * openai_backend.MAX_KEPT_CHARS
    assert replied(server, longest) == Completion(longest)
    for content in (longest + "b", [{"type": "text", "text": longest}, {"type": "text", "text": longest}]):
        found = replied(server, content)
        assert (len(found.raw), found.finish_reason) == (len(longest), "length")


def test_a_server_that_stays_down(server: TinyServer) -> None:
    server.failures = [(503, {"Retry-After": "0"})] * 3
    with pytest.raises(ServerError, match=r"request 0: 3 attempts at .* failed\. 503 .*not now, please"):
        ask(OpenAIBackend(server.url, "m", max_retries=2, report=lambda _: None), request())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ServerError, match=r"request 0: \d+ attempts at"):
        ask(OpenAIBackend(url, "m", max_retries=0), request())


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_a_refusal_is_final(server: TinyServer, status: int) -> None:
    server.failures = [(status, {})]
    with pytest.raises(ServerError, match=f"request 0: .*{status}.*not now, please"):
        ask(OpenAIBackend(server.url, "m"), request())
    assert len(server.requests) == 1


TOO_LONG = (
    "This model's maximum context length is {} tokens. However, you requested 2300 tokens (1900 in the messages, 400 "
    "in the completion). Please reduce the length of the messages or completion."
)


def test_a_prompt_that_the_server_finds_too_long_costs_its_step(server: TinyServer) -> None:
    server.failures, server.refusal = [(400, {})], TOO_LONG.format(2048)
    (completion,) = ask(OpenAIBackend(server.url, "m"), replace(request(), max_new_tokens=400)).values()
    assert (completion.raw, completion.finish_reason, completion.prompt_tokens) == ("", "prompt too long", 1900)
    assert len(server.requests) == 1


def test_a_shorter_answer_is_asked_for_where_that_helps(server: TinyServer) -> None:
    server.failures, server.refusal = [(400, {})], TOO_LONG.format(2250)
    (completion,) = ask(OpenAIBackend(server.url, "m"), replace(request(), max_new_tokens=400)).values()
    assert completion.raw and completion.finish_reason != "prompt too long"
    assert [body["max_tokens"] for _, body, _ in server.requests] == [400, 350]


def test_the_window_that_a_server_has(server: TinyServer, model: Path) -> None:
    def window() -> int:
        options = ["--model", "tiny", "--tokenizer", str(model), "--backend", "openai", "--base-url", server.url]
        return read_model_facts(parse_arguments(options)).window

    assert window() == 4096, "that of the tokenizer's model"
    server.served = [{"id": "other", "max_model_len": 100}, {"id": "tiny", "max_model_len": 3000}]
    assert window() == 3000
    assert served_length(server.url, "tiny") == 3000 and served_length(server.url, "unknown") is None
    server.served = [{"id": "tiny"}]
    assert served_length(server.url, "tiny") is None


def test_a_server_without_text_completion(server: TinyServer) -> None:
    server.has_completions = False
    with pytest.raises(ServerError, match=r"A base prompt needs a server with this route.*--prompt instruct"):
        ask(OpenAIBackend(server.url, "m"), request(kind=PromptKind.BASE, text="def f():", messages=()))


def test_what_a_failed_run_has_finished_is_kept(server: TinyServer, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--model", "tiny", "--backend", "openai", "--base-url", server.url, *SMALL, "--output", "out"]
    arguments += ["--concurrency", "1", "--max-retries", "0"]

    server.failures = []
    asked = [0]
    handler = _Handler.do_POST

    def fail_third(self: _Handler) -> None:
        asked[0] += 1
        if asked[0] == 3:
            self.server.failures = [(500, {})]
        handler(self)

    _Handler.do_POST = fail_third  # type: ignore[method-assign]
    try:
        assert main(arguments) == 2
    finally:
        _Handler.do_POST = handler  # type: ignore[method-assign]
    assert "ClassEvalOpen_" in capsys.readouterr().err
    assert len(Path("out/samples.rank0.jsonl").read_text().splitlines()) == 2
    assert main(arguments) == 0
    assert asked[0] == 3 and len(server.requests) == 4
    assert len(samples("out")) == 3


SECRETS = ("pass%2Fword", "pass/word", "query-key", "sk-of-the-user-0123456789", "YWxpY2U6cGFzcy93b3Jk")


def secret_url(server: TinyServer) -> str:
    """Its URL with a user, a password and a key in the query."""
    return server.url.replace("//", "//alice:pass%2Fword@") + "/v1?key=query-key#pass/word"


def test_what_is_secret_in_an_address_is_sent_and_not_kept(
    server: TinyServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRETS[3])
    arguments = ["--model", "tiny", "--backend", "openai", "--base-url", secret_url(server), *SMALL, "--output", "out"]
    server.failures = [(503, {"Retry-After": "0"})]
    server.refusal = " ".join(SECRETS)
    assert main(arguments) == 0
    assert {path for path, _, _ in server.requests} == {"/v1/chat/completions?key=query-key"}
    assert server.requests[0][2]["authorization"] in (f"Basic {SECRETS[4]}", f"Bearer {SECRETS[3]}")
    shown = "".join(capsys.readouterr())
    assert "503" in shown and "*** *** *** *** ***" in shown
    kept = "".join(path.read_text() for path in Path("out").rglob("*") if path.is_file())
    assert json.loads(Path("out/run.json").read_text())["arguments"]["base_url"] == f"{server.url}/v1"
    assert not [secret for secret in SECRETS if secret in shown + kept]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500])
@pytest.mark.parametrize("chat", [True, False])
def test_a_server_that_echoes_what_it_was_told(server: TinyServer, status: int, chat: bool) -> None:
    """Headers, addresses and keys, also where they are cut off."""
    server.failures = [(status, {})]
    server.refusal = json.dumps({"Authorization": f"Bearer {SECRETS[3]}", "url": "x" * 380 + secret_url(server)})
    asked = request() if chat else request(kind=PromptKind.BASE, text="def f():", messages=())
    with pytest.raises(ServerError) as raised:
        ask(OpenAIBackend(secret_url(server), "m", api_key=SECRETS[3], max_retries=0), asked)
    assert str(status) in str(raised.value) and "***" in str(raised.value)
    assert not [secret for secret in SECRETS if secret[:6] in str(raised.value)]


def test_a_key_in_an_answer(server: TinyServer) -> None:
    """A long one is hidden; a short one, as of servers that ask for none, may be a word of the code."""
    for key, wanted in ((SECRETS[3], "x = '***'"), ("EMPTY", "x = 'EMPTY'")):
        server.replies = [{"choices": [{"message": {"content": f"x = '{key}'"}, "finish_reason": "stop"}]}]
        assert ask(OpenAIBackend(server.url, "m", api_key=key), request())[0].raw == wanted


def test_an_answer_that_is_no_answer_does_not_tell_the_key(server: TinyServer) -> None:
    server.replies = [{"choices": [{"message": {"content": 5}, SECRETS[3]: 1}]}, {SECRETS[3]: 1}]
    for _ in range(2):
        with pytest.raises(ServerError, match="not valid") as raised:
            ask(OpenAIBackend(server.url, "m", api_key=SECRETS[3]), request())
        assert SECRETS[3] not in str(raised.value)


@pytest.mark.parametrize(
    "url", ["localhost:8000", "http://", "http://alice:secret@host:port/v1", "ftp://h/secret", "http://[secret"]
)
def test_an_address_that_is_none_is_named_before_work_is_lost(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model", "tiny", "--backend", "openai", "--base-url", url, *SMALL, "--output", "out"]) == 2
    error = capsys.readouterr().err
    assert "--base-url must be the URL of a server" in error and "secret" not in error


@pytest.mark.parametrize(
    ("text", "shown", "route"),
    [
        ("http://h:8000", "http://h:8000/v1", "http://h:8000/v1/completions"),
        ("http://h/v1/", "http://h/v1", "http://h/v1/completions"),
        ("https://u:p@h/api/v1/chat/completions", "https://h/api/v1", "https://u:p@h/api/v1/completions"),
        ("https://h/v1?version=3", "https://h/v1", "https://h/v1/completions?version=3"),
    ],
)
def test_what_is_shown_of_an_address(text: str, shown: str, route: str) -> None:
    address = ServerAddress(text)
    assert (address.shown, address.route("completions")) == (shown, route)


def test_extra_fields_and_stop_strings(server: TinyServer) -> None:
    backend = OpenAIBackend(server.url, "m", extra_body={"chat_template_kwargs": {"enable_thinking": False}})
    free = ask(backend, request())[0]
    assert free.finish_reason == "length"
    stop = free.raw[2:4]
    stopped = ask(backend, request(stop_strings=(stop, "never said")))[0]
    assert stopped.raw == free.raw[: free.raw.find(stop)] and stopped.finish_reason == "stop"
    _, body, _ = server.requests[-1]
    assert body["stop"] == [stop, "never said"]
    assert body["chat_template_kwargs"] == {"enable_thinking": False}


def test_the_server_reads_the_tokens_of_the_prompt(server: TinyServer) -> None:
    """What a server's tokenizer puts in front of a text by itself is not sent along."""
    tokenizer = sentencepiece_like()
    tokenizer.bos_token = "<s>"
    text = "def two(self):"
    prompt = {"kind": PromptKind.BASE, "messages": (), "token_ids": tuple(tokenizer(text)["input_ids"])}
    assert prompt["token_ids"][0] == tokenizer.bos_token_id
    ask(OpenAIBackend(server.url, "m", tokenizer=tokenizer), request(text=f"<s>{text}", **prompt))
    ask(OpenAIBackend(server.url, "m"), request(text=f"<s>{text}", **prompt))
    assert [body["prompt"] for _, body, _ in server.requests] == [text, f"<s>{text}"]


def test_where_a_text_ends() -> None:
    assert end_of_stop("abcdef", ("cd",)) == 4
    assert end_of_stop("abcdef", ("def", "cd")) == 4
    assert end_of_stop("abcdef", ("bcdef", "cd")) == 4
    assert end_of_stop("abcdef", ("x",)) is None
    assert end_of_stop("abcdef", ()) is None


@pytest.mark.slow
@pytest.mark.parametrize("prompt", ["instruct", "base"])
def test_transformers_serve_answers_as_the_model_itself(model: Path, served: str, prompt: str) -> None:
    shared = ["--model", str(model), *SMALL, "--prompt", prompt]
    assert main([*shared, "--output", "own"]) == 0
    assert main([*shared, "--output", "server", "--backend", "openai", "--base-url", served]) == 0
    assert all(same(ours, servers) for ours, servers in zip(samples("own"), samples("server"), strict=True))


@pytest.fixture(scope="module")
def served(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`transformers serve` with the tiny model."""
    missing = [name for name in ("fastapi", "uvicorn", "openai") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"`transformers serve` needs {', '.join(missing)}: pip install 'transformers[serving]'")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "transformers.cli.transformers", "serve", str(model)]
    log = (tmp_path_factory.mktemp("serve") / "log").open("wb")
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"], stdout=log, stderr=log
    )
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{url}/health", timeout=5).close()
                break
            except OSError:
                assert process.poll() is None, Path(log.name).read_text()
                time.sleep(0.2)
        yield url
    finally:
        process.kill()
        process.wait()
        log.close()

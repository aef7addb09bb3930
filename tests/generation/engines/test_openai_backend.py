"""The backend for servers, against real servers on this machine: one of our own that misbehaves, and transformers'."""

import importlib.util
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import torch
from local_servers import LocalServer, QuietHandler, free_port, serving
from slow_and_full import one_in
from tiny_models import PAD, Chains, sentencepiece_like, tiny_model, tiny_tokenizer

from classeval_hf.generation.command import main
from classeval_hf.generation.engines import openai_backend
from classeval_hf.generation.engines.backend import Request, Sampling, end_of_stop
from classeval_hf.generation.engines.openai_backend import (
    OpenAIBackend,
    ServerAddress,
    ServerError,
    ServerOptions,
    served_length,
)
from classeval_hf.generation.generating import read_model_facts
from classeval_hf.generation.options import generation_parser, read_arguments
from classeval_hf.prompting.steps import Completion, Prompt, PromptKind

SMALL = ("--split", "open", "--limit", "3", "--max-new-tokens", "8", "--max-length", "4000", "--greedy")
NOW = {"Retry-After": "0"}
GOOD = (200, {})


def reply(content: Any, chat: bool = True, finish_reason: str = "stop", **more: Any) -> dict[str, Any]:
    choice = {"message": {"role": "assistant", "content": content}} if chat else {"text": content}
    return {"choices": [{"index": 0, "finish_reason": finish_reason, **choice}], **more}


class TinyServer(LocalServer):
    """An OpenAI-compatible server with a tiny model, which can be told to fail."""

    def __init__(self) -> None:
        super().__init__(_Handler)
        self.tokenizer = tiny_tokenizer(chat=True)
        self.model = tiny_model("llama", self.tokenizer)
        self.forget()

    def forget(self) -> None:
        self.failures: list[tuple[int, dict[str, str]]] = []  # statuses and headers
        self.replies: list[dict[str, Any]] = []
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.times: list[float] = []
        self.under_way = self.most_under_way = 0
        self.has_completions = True
        self.refusal = "not now, please"
        self.served: list[dict[str, Any]] = []
        self.reasons = False  # whether it refuses what OpenAI's reasoning models do not take


class _Handler(QuietHandler):
    server: TinyServer

    def do_POST(self) -> None:
        body = json.loads(self.body())
        with self.server.lock:
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.server.requests.append((self.path, body, headers))
            self.server.times.append(time.time())
            status, headers = self.server.failures.pop(0) if self.server.failures else (200, {})
            self.server.under_way += 1
            self.server.most_under_way = max(self.server.most_under_way, self.server.under_way)
        refused = [name for name in ("max_tokens", "temperature", "top_p", "stop", "top_k") if name in body]
        if self.server.reasons and refused:
            which = "Use 'max_completion_tokens' instead." if refused[0] == "max_tokens" else ""
            message = f"Unsupported parameter: '{refused[0]}' is not supported with this model. {which}"
            status, content = 400, {"error": {"message": message, "code": "unsupported_parameter"}}
        elif status != 200:
            content: dict[str, Any] = {"error": {"message": self.server.refusal}}
        elif self.server.replies:
            content = self.server.replies.pop(0)
        elif self.path.partition("?")[0] == "/v1/chat/completions":
            template = self.server.tokenizer.apply_chat_template
            content = self._answer(body, str(template(body["messages"], tokenize=False, add_generation_prompt=True)))
        elif self.path == "/v1/completions" and self.server.has_completions:
            content = self._answer(body, body["prompt"])
        else:
            status, content = 404, {"error": "no such route"}
        with self.server.lock:
            self.server.under_way -= 1
        if status == 0:
            self.connection.shutdown(socket.SHUT_RDWR)  # as a server that dies does
        else:
            self.answer_json(content, status, **headers)

    def do_GET(self) -> None:
        self.answer_json({"data": self.server.served})

    def _answer(self, body: dict[str, Any], text: str) -> dict[str, Any]:
        assert body.get("temperature", 0) == 0, "this server is greedy"
        ids = self.server.tokenizer(text, return_tensors="pt")["input_ids"]
        limit = min(body.get("max_tokens") or body["max_completion_tokens"], 40)
        with self.server.lock, torch.inference_mode():
            torch.set_num_threads(1)
            mask = torch.ones_like(ids)
            new = self.server.model.generate(ids, attention_mask=mask, max_new_tokens=limit, do_sample=False)
        new = new[0, ids.shape[1] :]
        said = self.server.tokenizer.decode(new, skip_special_tokens=True)
        places = [said.find(stop) for stop in body.get("stop") or () if stop in said]
        said = said[: min(places, default=None)]  # OpenAI's servers leave the stop string out
        usage = {"prompt_tokens": ids.shape[1], "completion_tokens": len(new), "total_tokens": 0}
        return reply(said, "messages" in body, "stop" if places or len(new) < limit else "length", usage=usage)


@pytest.fixture(scope="module")
def started() -> Iterator[TinyServer]:
    with serving(TinyServer()) as server:
        yield server


@pytest.fixture
def server(started: TinyServer, monkeypatch: pytest.MonkeyPatch) -> TinyServer:
    monkeypatch.setenv("HF_TOKEN", "hf_not_for_strangers")
    started.forget()
    return started


def request(number: int = 0, **prompt: Any) -> Request:
    given = Prompt(**{"kind": PromptKind.INSTRUCT, "text": "", "messages": (("user", f"Hello {number}"),), **prompt})
    return Request(number, f"request {number}", given, Sampling(), seed=number, max_new_tokens=6)


CODE = request(kind=PromptKind.BASE, text="def f():", messages=())


def ask(
    server: TinyServer, *requests: Request, url: str = "", api_key: str | None = None, **options: Any
) -> list[Completion]:
    other = {name: options.pop(name) for name in ("tokenizer", "report") if name in options}
    with pytest.MonkeyPatch.context() as patch:
        if api_key is not None:
            patch.setenv("KEY_OF_SERVER", api_key)
        asked = ServerOptions(url or server.url, api_key_env="KEY_OF_SERVER", **options)
        backend = OpenAIBackend(asked, "m", **{"report": lambda _: None, **other})
    completions = {asked.number: completion for asked, completion in backend.generate(Chains(requests))}
    return [completions[asked.number] for asked in requests]


def refusal(server: TinyServer, asked: Request, **options: Any) -> str:
    with pytest.raises(ServerError) as raised:
        ask(server, asked, **options)
    return str(raised.value)


def command(server: TinyServer, *more: str) -> list[str]:
    return ["--model", "tiny", "--backend", "openai", "--base-url", server.url, *SMALL, "--output", "out", *more]


def samples(folder: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(folder, "samples.jsonl").read_text().splitlines()]


def check_both(model: Path, url: str, prompt: str, *more: str) -> None:
    """A server answers as the model itself, but for special tokens and stop strings, which servers leave out."""
    shared = ["--model", str(model), *SMALL, "--prompt", prompt, *more]
    assert main([*shared, "--output", f"own {prompt}"]) == 0
    assert main([*shared, "--output", f"server {prompt}", "--backend", "openai", "--base-url", url]) == 0
    assert len(samples(f"own {prompt}")) == 3
    for ours, servers in zip(samples(f"own {prompt}"), samples(f"server {prompt}"), strict=True):
        assert ours["task_id"] == servers["task_id"] and ours["completion"].replace(PAD, "") == servers["completion"]
        for own, other in zip(ours["steps"], servers["steps"], strict=True):
            assert own["prompt_tokens"] == other["prompt_tokens"]
            assert own["raw"].replace(PAD, "").startswith(other["raw"])


@pytest.mark.parametrize("prompt", one_in(2, ["instruct", "base"]))
def test_a_server_answers_as_the_model_itself(chat_model: Path, server: TinyServer, prompt: str) -> None:
    check_both(chat_model, server.url, prompt, "--strategy", "compositional")
    path, body, headers = server.requests[0]
    assert path == ("/v1/chat/completions" if prompt == "instruct" else "/v1/completions")
    assert body["temperature"] == 0 and body["top_p"] == 1 and body["max_tokens"] == 8 and "seed" in body
    assert body["model"] == str(chat_model) and "hf_not_for_strangers" not in json.dumps([headers, body])


def test_a_server_without_a_tokenizer_at_hand(server: TinyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_KEY", "open sesame")
    server.failures = [(500, {}), (429, NOW)]
    asked = command(server, "--base-url", f"{server.url}/v1/", "--api-key-env", "TINY_KEY")
    asked += ["--strategy", "incremental"]
    assert main(asked) == 0
    assert [sample["task_id"] for sample in samples("out")] == [f"ClassEvalOpen_{number}" for number in range(3)]
    assert all(headers["authorization"] == "Bearer open sesame" for _, _, headers in server.requests)
    assert server.requests[0][1]["messages"][0]["role"] == "system"
    described = json.loads(Path("out/run.json").read_text())
    assert described["prompt"]["kind"] == "instruct" and described["model"] == {"name": "tiny"}
    assert "open sesame" not in Path("out/run.json").read_text()
    count = len(server.requests)
    assert main([*asked, "--concurrency", "2"]) == 0
    assert len(server.requests) == count, "a complete run asks nothing"


def test_no_more_requests_at_a_time_than_allowed(server: TinyServer) -> None:
    assert len(ask(server, *(request(number) for number in range(12)), concurrency=3)) == 12
    assert 1 < server.most_under_way <= 3


def test_failed_requests_are_tried_again(server: TinyServer) -> None:
    server.failures = [(500, {}), (503, {}), (429, {}), (408, {}), (0, {})]
    said: list[str] = []
    completions = ask(server, *map(request, range(5)), report=said.append)
    assert all(completion.raw and completion.prompt_tokens > 0 for completion in completions)
    assert len(server.requests) == 10
    assert [line.partition(" (")[0] for line in sorted(said)] == [f"request {n}: attempt 1 failed" for n in range(5)]


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_the_pause_that_the_server_asks_for(server: TinyServer, form: str) -> None:
    date = formatdate(time.time() + 1.2, usegmt=True)  # which has whole seconds
    server.failures = [(429, {"Retry-After": "0.4" if form == "seconds" else date})]
    assert len(ask(server, request(0), request(1), concurrency=1)) == 2
    over = server.times[0] + 0.4 if form == "seconds" else parsedate_to_datetime(date).timestamp()
    assert len(server.times) == 3 and min(server.times[1:]) >= over


def test_no_server_holds_a_run_back_for_ever(server: TinyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert openai_backend._MAX_RETRY_AFTER == 600
    monkeypatch.setattr(openai_backend, "_MAX_RETRY_AFTER", 0.25)
    dates = ("Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 0001 23:59:59 GMT")
    server.failures = [(429, {"Retry-After": asked}) for asked in ("inf", "1e9", "-5", "-inf", "nan", "?", *dates)]
    assert all(completion.raw for completion in ask(server, *map(request, range(8)))) and len(server.requests) == 16


def replied(server: TinyServer, content: Any, chat: bool = True, **more: Any) -> Completion:
    server.replies = [reply(content, chat, **more)]
    return ask(server, request() if chat else CODE, max_retries=0)[0]


PARTS = [{"type": "text", "text": "def "}, {"type": "text", "text": "f"}]
THOUGHT = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
NO_TEXTS = (5, True, {"text": "x"}, [5], [None], [{"type": "image"}], [{"type": "text"}], [PARTS])


@pytest.mark.parametrize("chat", [True, False])
def test_answers_in_parts_and_answers_that_are_no_text(server: TinyServer, chat: bool) -> None:
    for content in ("def f", PARTS, [THOUGHT, *PARTS], ["def ", {"text": "f"}]):
        assert replied(server, content, chat) == Completion("def f"), content
    for empty in (None, []):
        assert replied(server, empty, chat) == Completion("")
    for wrong in NO_TEXTS:
        with pytest.raises(ServerError, match="request 0: the server's response is not valid: "):
            replied(server, wrong, chat)


def test_a_server_that_stays_down(server: TinyServer) -> None:
    server.failures = [(503, NOW)] * 3
    with pytest.raises(ServerError, match=r"request 0: 3 attempts at .* failed\. 503 .*not now, please"):
        ask(server, request(), max_retries=2)
    with pytest.raises(ServerError, match=r"request 0: \d+ attempts at"):
        ask(server, request(), url=f"http://127.0.0.1:{free_port()}", max_retries=0)


def test_a_refusal_is_final(server: TinyServer) -> None:
    for count, status in enumerate((400, 401, 404, 422), 1):
        server.failures = [(status, {})]
        with pytest.raises(ServerError, match=f"request 0: .*{status}.*not now, please"):
            ask(server, request())
        assert len(server.requests) == count
    server.has_completions = False
    with pytest.raises(ServerError, match=r"A base prompt needs a server with this route.*--prompt instruct"):
        ask(server, CODE)


TOO_LONG = (
    "This model's maximum context length is {} tokens. However, you requested 2300 tokens (1900 in the messages, 400 "
    "in the completion). Please reduce the length of the messages or completion."
)


def test_a_request_that_the_server_finds_too_long(server: TinyServer) -> None:
    """It costs its step; where a shorter answer helps, that is asked for."""
    asked = replace(request(), max_new_tokens=400)
    server.failures, server.refusal = [(400, {})], TOO_LONG.format(2048)
    assert ask(server, asked) == [Completion("", "prompt too long", 1900)] and len(server.requests) == 1
    server.failures, server.refusal = [(400, {})], TOO_LONG.format(2250)
    (completion,) = ask(server, asked)
    assert completion.raw and completion.finish_reason != "prompt too long"
    assert [body["max_tokens"] for _, body, _ in server.requests[1:]] == [400, 350]


def test_the_window_that_a_server_has(server: TinyServer, chat_model: Path) -> None:
    def window() -> int:
        options = ["--model", "tiny", "--tokenizer", str(chat_model), "--backend", "openai", "--base-url", server.url]
        return read_model_facts(read_arguments(vars(generation_parser().parse_args(options)))).window

    assert window() == 4096, "that of the tokenizer's model"
    server.served = [{"id": "other", "max_model_len": 100}, {"id": "tiny", "max_model_len": 3000}]
    assert window() == 3000
    address = ServerAddress(server.url)
    assert served_length(address, "tiny") == 3000 and served_length(address, "unknown") is None
    server.served = [{"id": "tiny"}]
    assert served_length(address, "tiny") is None


def test_what_a_failed_run_has_finished_is_kept(server: TinyServer, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = command(server, "--concurrency", "1", "--max-retries", "0")
    server.failures = [GOOD, GOOD, (500, {})]
    assert main(arguments) == 2 and "ClassEvalOpen_" in capsys.readouterr().err
    assert len(Path("out/samples.rank0.jsonl").read_text().splitlines()) == 2 and len(server.requests) == 3
    assert main(arguments) == 0 and len(server.requests) == 4 and len(samples("out")) == 3


SECRETS = ("pass%2Fword", "pass/word", "query-key", "sk-of-the-user-0123456789", "YWxpY2U6cGFzcy93b3Jk")


def secret_url(server: TinyServer) -> str:
    """Its URL with a user, a password and a key in the query."""
    return server.url.replace("//", "//alice:pass%2Fword@") + "/v1?key=query-key#pass/word"


def test_secrets_in_an_address(
    server: TinyServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRETS[3])
    server.failures = [(503, NOW)]
    server.refusal = " ".join(SECRETS)
    assert main(command(server, "--base-url", secret_url(server))) == 0
    assert {path for path, _, _ in server.requests} == {"/v1/chat/completions?key=query-key"}
    assert server.requests[0][2]["authorization"] in (f"Basic {SECRETS[4]}", f"Bearer {SECRETS[3]}")
    shown = "".join(capsys.readouterr())
    assert "503" in shown and "*** *** *** *** ***" in shown
    kept = "".join(path.read_text() for path in Path("out").rglob("*") if path.is_file())
    assert json.loads(Path("out/run.json").read_text())["arguments"]["base_url"] == f"{server.url}/v1"
    assert not [secret for secret in SECRETS if secret in shown + kept]


def test_a_server_that_echoes_what_it_was_told(server: TinyServer) -> None:
    """Headers, addresses and keys, also where they are cut off."""
    server.refusal = json.dumps({"Authorization": f"Bearer {SECRETS[3]}", "url": "x" * 380 + secret_url(server)})
    for status in (400, 401, 403, 404, 500):
        for asked in (request(), CODE):
            server.failures = [(status, {})]
            said = refusal(server, asked, url=secret_url(server), api_key=SECRETS[3], max_retries=0)
            assert str(status) in said and "***" in said and not [secret for secret in SECRETS if secret[:6] in said]


def test_a_key_in_an_answer(server: TinyServer) -> None:
    """A long one is hidden, also in an answer that is none; a short one, of servers that ask for none, may be code."""
    for key, wanted in ((SECRETS[3], "x = '***'"), ("EMPTY", "x = 'EMPTY'")):
        server.replies = [reply(f"x = '{key}'")]
        assert ask(server, request(), api_key=key)[0].raw == wanted
    server.replies = [{"choices": [{"message": {"content": 5}, SECRETS[3]: 1}]}, {SECRETS[3]: 1}]
    for _ in range(2):
        said = refusal(server, request(), api_key=SECRETS[3])
        assert "not valid" in said and SECRETS[3] not in said


def test_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    for url in ("localhost:8000", "http://", "http://alice:secret@host:port/v1", "ftp://h/secret", "http://[secret"):
        assert main(["--model", "tiny", "--backend", "openai", "--base-url", url, *SMALL, "--output", "out"]) == 2
        error = capsys.readouterr().err
        assert "--base-url must be the URL of a server" in error and "secret" not in error, url
    for text, shown, route in (
        ("http://h:8000", "http://h:8000/v1", "http://h:8000/v1/completions"),
        ("http://h/v1/", "http://h/v1", "http://h/v1/completions"),
        ("https://u:p@h/api/v1/chat/completions", "https://h/api/v1", "https://u:p@h/api/v1/completions"),
        ("https://h/v1?version=3", "https://h/v1", "https://h/v1/completions?version=3"),
    ):
        address = ServerAddress(text)
        assert (address.shown, address.route("completions")) == (shown, route)


def test_extra_fields_and_answers_without_end(server: TinyServer) -> None:
    extra = json.dumps({"chat_template_kwargs": {"enable_thinking": False}})
    (free,) = ask(server, request(), extra_body=extra)
    assert free.finish_reason == "length"
    stop = free.raw[2:4]
    (stopped,) = ask(server, request(stop_strings=(stop, "never said")), extra_body=extra)
    assert stopped.raw == free.raw[: free.raw.find(stop)] and stopped.finish_reason == "stop"
    _, body, _ = server.requests[-1]
    assert body["stop"] == [stop, "never said"] and body["chat_template_kwargs"] == {"enable_thinking": False}
    usage = {"prompt_tokens": 3, "completion_tokens": 4}
    assert replied(server, "x", usage=usage) == Completion("x", "stop", 3, 4)
    for wrong in ("many", -3, 2.5, True, None, [3], {"n": 3}):
        found = replied(server, "x", chat=False, usage={**usage, "prompt_tokens": wrong})
        assert (found.prompt_tokens, found.completion_tokens) == (0, 4)
        assert replied(server, "x", chat=False, usage=wrong).completion_tokens == 0
    longest = "a" * openai_backend.MAX_KEPT_CHARS
    assert replied(server, longest) == Completion(longest)
    for content in (longest + "b", [{"type": "text", "text": longest}] * 2):
        found = replied(server, content)
        assert (len(found.raw), found.finish_reason) == (len(longest), "length")


def test_the_server_reads_the_tokens_of_the_prompt(server: TinyServer) -> None:
    """What a server's tokenizer puts in front of a text by itself is not sent along."""
    tokenizer = sentencepiece_like()
    tokenizer.bos_token = "<s>"
    text = "def two(self):"
    ids = tuple(tokenizer(text)["input_ids"])
    assert ids[0] == tokenizer.bos_token_id
    asked = request(kind=PromptKind.BASE, messages=(), token_ids=ids, text=f"<s>{text}")
    ask(server, asked, tokenizer=tokenizer)
    ask(server, asked)
    assert [body["prompt"] for _, body, _ in server.requests] == [text, f"<s>{text}"]


def test_where_a_text_ends() -> None:
    for stops, end in ((("cd",), 4), (("def", "cd"), 4), (("bcdef", "cd"), 4), (("x",), None), ((), None)):
        assert end_of_stop("abcdef", stops) == end, stops


@pytest.mark.full
def test_transformers_serve_answers_as_the_model_itself(chat_model: Path) -> None:
    missing = [name for name in ("fastapi", "uvicorn", "openai") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"`transformers serve` needs {', '.join(missing)}: pip install 'transformers[serving]'")
    port = free_port()
    serve = [sys.executable, "-m", "transformers.cli.transformers", "serve", str(chat_model), "--device", "cpu"]
    with Path("log").open("wb") as log:
        process = subprocess.Popen([*serve, "--host", "127.0.0.1", "--port", str(port)], stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{url}/health", timeout=5).close()
                break
            except OSError:
                assert process.poll() is None, Path("log").read_text()
                time.sleep(0.2)
        for prompt in ("instruct", "base"):
            check_both(chat_model, url, prompt)
    finally:
        process.kill()
        process.wait()


def test_a_reasoning_model(server: TinyServer, capsys: pytest.CaptureFixture[str]) -> None:
    """It refuses what others take, which names the option for it; stop strings are applied here."""
    server.reasons = True
    options = [
        item for item in command(server) if item not in ("--greedy", "--max-new-tokens", "8", "--max-length", "4000")
    ]
    assert main([*options, "--n-samples", "2"]) != 0
    said = capsys.readouterr().err
    assert "'max_tokens' is not supported with this model" in said and "give --reasoning." in said
    for name, value in (("--temperature", "0.5"), ("--greedy", ""), ("--preset", "paper"), ("--prompt", "base")):
        assert main([*options, "--reasoning", name, *filter(None, [value])]) == 2
        assert f"leave {'it' if value == 'base' else ''}" in (said := capsys.readouterr().err) and name in said
    assert main([*options, "--reasoning", "--extra-body", '{"max_completion_tokens": 1}']) == 2
    server.forget()
    server.reasons = True
    assert main([*options, "--reasoning", "--n-samples", "2", "--output", "thought", "--extra-body", '{"x": 1}']) == 0
    bodies = [body for _, body, _ in server.requests if "x" in body]  # a refused run may still have asked
    assert len(bodies) == 6 and all(
        body.keys() == {"model", "messages", "max_completion_tokens", "seed", "x"} for body in bodies
    )
    assert {body["max_completion_tokens"] for body in bodies} == {32_768} and len(samples("thought")) == 6
    recorded = json.loads(Path("thought/run.json").read_text())["arguments"]
    assert (recorded["reasoning"], recorded["temperature"], recorded["top_p"]) == (True, 1.0, 1.0)
    stopping = replace(request().prompt, stop_strings=("B",))
    server.replies = [reply("A B C")]
    assert ask(server, replace(request(), prompt=stopping), reasoning=True)[0].raw == "A B"

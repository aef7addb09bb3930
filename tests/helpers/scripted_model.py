"""An OpenAI-compatible server whose model follows a script, so that whole dialogues can be played."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[str], str | None]
"""What the model says to a prompt; `None` keeps the client waiting until the server ends. Called by threads."""


class ScriptedServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.prompts: list[str] = []
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: ScriptedServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages = body.get("messages")
        prompt = "\n\n".join(item["content"] for item in messages) if messages else body["prompt"]
        with self.server.lock:
            self.server.prompts.append(prompt)
        said = self.server.script(prompt)
        if said is None:
            self.server.ended.wait()
            return
        choice: dict[str, Any] = {"message": {"role": "assistant", "content": said}} if messages else {"text": said}
        usage = {"prompt_tokens": len(prompt.split()), "completion_tokens": len(said.split()), "total_tokens": 0}
        content = {"choices": [{"index": 0, "finish_reason": "stop", **choice}], "usage": usage}
        data = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def scripted_server(script: Script) -> Iterator[ScriptedServer]:
    with ScriptedServer(script) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.ended.set()
            server.shutdown()
            thread.join()

"""An OpenAI-compatible server whose model follows a script, so that whole dialogues can be played."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from json import loads
from typing import Any

from local_servers import LocalServer, QuietHandler, serving

Script = Callable[[str], str | None]
"""What the model says to a prompt; `None` keeps the client waiting until the server ends. Called by threads."""


class ScriptedServer(LocalServer):
    def __init__(self, script: Script) -> None:
        super().__init__(_Handler)
        self.script, self.url = script, f"{self.url}/v1"
        self.prompts: list[str] = []


class _Handler(QuietHandler):
    server: ScriptedServer

    def do_POST(self) -> None:
        body = loads(self.body())
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
        self.answer_json({"choices": [{"index": 0, "finish_reason": "stop", **choice}], "usage": usage})

    def do_GET(self) -> None:
        self.answer(404)


def scripted_server(script: Script) -> AbstractContextManager[ScriptedServer]:
    return serving(ScriptedServer(script))

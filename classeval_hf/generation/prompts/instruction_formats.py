"""Texts around an instruction, for models without a chat template; `instruction_formats.json` is the table."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import resources

import msgspec

from classeval_hf.generation.prompts.fim import bare_name


@dataclass(frozen=True)
class InstructionFormat:
    name: str  # name of the family
    models: tuple[str, ...]  # patterns of model names, without the organisation, in lower case
    text: str  # the text, with `{instruction}` in it
    stop: tuple[str, ...]  # texts that end a completion
    source: str  # where the format is stated
    opens: bool = False  # whether the text opens with a sentence that replaces the system prompt

    def render(self, system: str, instruction: str) -> str:
        """The prompt; the system prompt is dropped where the format opens with a sentence of its own."""
        if not self.opens and system:
            instruction = f"{system}\n\n{instruction}"
        return self.text.replace("{instruction}", instruction)


_TABLE = resources.files("classeval_hf.generation.prompts") / "instruction_formats.json"
FORMATS = {item.name: item for item in msgspec.json.decode(_TABLE.read_bytes(), type=list[InstructionFormat])}
ALPACA, MAGICODER = FORMATS["alpaca"], FORMATS["magicoder"]
MAGICODER_AS_PUBLISHED = FORMATS["magicoder-as-published"]  # by ClassEval's code: with colons


def known_format(model_name: str) -> InstructionFormat | None:
    name = bare_name(model_name)
    return next((form for form in FORMATS.values() if any(fnmatchcase(name, glob) for glob in form.models)), None)

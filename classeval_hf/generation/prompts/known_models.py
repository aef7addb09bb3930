"""The 11 models that the ClassEval paper studies (Table 6), and where to find them today."""

from __future__ import annotations

from dataclasses import dataclass

from classeval_hf.generation.prompts.fim import bare_name
from classeval_hf.generation.steps import PromptKind

__all__ = ["KNOWN_MODELS", "KnownModel", "known_model"]


@dataclass(frozen=True)
class KnownModel:
    """
    One model of the paper's Table 6.

    Args:
        name (`str`): its name in the paper.
        model_id (`str`): its Hub id; for the two of OpenAI, the name to give to the server.
        prompt ([`PromptKind`]): how the paper asks it: with an instruction if it follows instructions ("IF"), else
            with the bare code context. The paper asks no model in fill-in-the-middle form.
        fim (`bool`): whether the table ticks fill-in-the-middle, which for most models is not what they were released
            with.
        size (`str`): number of parameters, as the table has it.
        other_ids (`tuple[str, ...]`): further ids of the same model.
        note (`str`): what to know before running it.
    """

    name: str
    model_id: str
    prompt: PromptKind
    fim: bool
    size: str
    other_ids: tuple[str, ...] = ()
    note: str = ""

    @property
    def hosted(self) -> bool:
        """Whether it is reached through a server only (`--backend openai`)."""
        return "/" not in self.model_id


KNOWN_MODELS = (
    KnownModel("Instruct-CodeGen", "sahil2801/instruct-codegen-16B", PromptKind.INSTRUCT, True, "16B"),
    KnownModel(
        "WizardCoder",
        "WizardLMTeam/WizardCoder-15B-V1.0",
        PromptKind.INSTRUCT,
        True,
        "15B",
        ("WizardLM/WizardCoder-15B-V1.0",),
    ),
    KnownModel(
        "Instruct-StarCoder",
        "GeorgiaTechResearchInstitute/starcoder-gpteacher-code-instruct",
        PromptKind.INSTRUCT,
        True,
        "15B",
    ),
    KnownModel(
        "CodeGeeX",
        "zai-org/codegeex2-6b",
        PromptKind.BASE,
        False,
        "13B",
        ("THUDM/codegeex2-6b",),
        "CodeGeeX-13B is not on the Hub; this is its successor, which the published code uses. Needs remote code.",
    ),
    KnownModel("InCoder", "facebook/incoder-6B", PromptKind.BASE, True, "6B"),
    KnownModel("PolyCoder", "NinedayWang/PolyCoder-2.7B", PromptKind.BASE, False, "2.7B"),
    KnownModel(
        "SantaCoder",
        "bigcode/gpt_bigcode-santacoder",
        PromptKind.BASE,
        True,
        "1.1B",
        ("bigcode/santacoder",),
        "bigcode/santacoder itself needs remote code; loaded without, it is taken for a GPT-2.",
    ),
    KnownModel("Vicuna", "lmsys/vicuna-7b-v1.3", PromptKind.INSTRUCT, True, "7B"),
    KnownModel(
        "ChatGLM",
        "zai-org/chatglm-6b",
        PromptKind.INSTRUCT,
        True,
        "6B",
        ("THUDM/chatglm-6b",),
        "Needs remote code that was written for transformers 4.",
    ),
    KnownModel("GPT-3.5", "gpt-3.5-turbo", PromptKind.INSTRUCT, True, "-"),
    KnownModel("GPT-4", "gpt-4", PromptKind.INSTRUCT, True, "-"),
)
"""In the order of the table."""


def known_model(model_name: str) -> KnownModel | None:
    """The model of the paper that a Hub id or the name of a folder stands for, if any."""
    name = bare_name(model_name)
    for model in KNOWN_MODELS:
        if name in (bare_name(model.model_id), *map(bare_name, model.other_ids)):
            return model
    return None

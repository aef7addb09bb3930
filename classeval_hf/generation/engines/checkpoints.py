"""Kinds of checkpoints: PEFT adapters name their base; checkpoints that cannot be run are refused with the reason."""

from __future__ import annotations

import textwrap
import warnings
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import counted

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel

_CONFIG, _ADAPTER = "config.json", "adapter_config.json"
_WEIGHTS = (".safetensors", ".bin", ".index.json")
_SENTENCEPIECE = "tokenizer.model"
_FOR_SENTENCEPIECE = {"protobuf": "google.protobuf", "sentencepiece": "sentencepiece"}  # modules by package
_DEEPEST_INDENT = 40  # blanks
_OF_TOKENIZERS = ("token", "vocab", "spm", "spiece", "sentencepiece", "tekken", ".model")  # in names of their files
_CAUSAL_ANYWAY = ("gpt_neox", "gpt_neox_japanese")  # their `is_decoder` does not describe their attention
_PACKAGES = {
    **{name: name for name in ("bitsandbytes", "compressed-tensors")},
    **{"awq": "gptqmodel", "gptq": "optimum gptqmodel"},
}  # to install, by method of quantization; transformers names those of others


class Adapter(msgspec.Struct):
    """The fields of an adapter's file that are read here; `peft` reads the others."""

    base_model_name_or_path: str | None = None
    revision: str | None = None  # of the base
    peft_type: str = ""


def find_adapter(model: str, revision: str | None) -> Adapter | None:
    """The adapter in a folder or repository, `None` for a model; a `UserError` if there is neither."""
    names = file_names(model, revision)
    if _ADAPTER not in names:
        if _CONFIG in names:
            return None
        if any(name.endswith(".gguf") for name in names):
            raise UserError(
                f"{model} is a GGUF model: serve it (llama-server -m FILE.gguf) and use --backend openai, or name the "
                "repository that it was converted from."
            )
        if Path(model).is_file():
            what = "name the folder that holds config.json, the weights and the tokenizer."
            raise UserError(f"{model} is a file: {what}")
        if "params.json" in names:
            raise UserError(
                f"{model} has its maker's own format (params.json): name a repository in that of transformers, with a "
                f"{_CONFIG}, or serve it and use --backend openai."
            )
        if Path(model).is_dir():
            what = "so it is no model: name a folder that `save_pretrained` wrote."
            raise UserError(f"{model} has no {_CONFIG}, {what}")
        return None
    weights = {name for name in names if name.endswith(_WEIGHTS) and not name.startswith("adapter_")}
    if weights and _CONFIG in names:
        raise UserError(
            f"{model} holds a whole model and a PEFT adapter ({_ADAPTER}): keep one of them in the folder, so that it "
            "is clear which is run."
        )
    adapter = msgspec.json.decode(checkpoint_file(model, revision).read_bytes(), type=Adapter)
    if adapter.base_model_name_or_path is None:
        raise UserError(f"{model} is a PEFT adapter whose {_ADAPTER} names no base_model_name_or_path: add it.")
    if find_spec("peft") is None:
        raise UserError(f"{model} is a PEFT adapter, which needs peft: pip install peft, or merge it into its base.")
    return adapter


def file_names(model: str, revision: str | None) -> set[str]:
    """Names of files in a folder or repository; those in the cache if the Hub is out of reach."""
    path = Path(model)
    if path.is_dir():
        return {file.name for file in path.iterdir()}
    return {path.name} if path.is_file() else set(_names_in_repository(model, revision))


@lru_cache
def _names_in_repository(model: str, revision: str | None) -> frozenset[str]:
    from huggingface_hub import list_repo_files, snapshot_download

    try:
        return frozenset(list_repo_files(model, revision=revision))
    except Exception:  # of its HTTP library: switched off, out of reach, not there
        try:
            cached = Path(snapshot_download(model, revision=revision, local_files_only=True))
        except (OSError, ValueError):  # loading the configuration reports what is wrong
            return frozenset()
        return frozenset(file.name for file in cached.iterdir())


def checkpoint_file(model: str, revision: str | None, name: str = _ADAPTER) -> Path:
    """A file of a checkpoint; the folder of one on the Hub is named after the commit."""
    from huggingface_hub import hf_hub_download

    folder = Path(model)
    return folder / name if folder.is_dir() else Path(hf_hub_download(model, name, revision=revision))


def tokenizer_source(model: str, revision: str | None) -> tuple[str, str | None]:
    """Place and revision of the tokenizer: the model, or the base of an adapter without a tokenizer."""
    names = file_names(model, revision)
    if not names or any(part in name for name in names for part in _OF_TOKENIZERS):
        return model, revision
    adapter = find_adapter(model, revision) if _ADAPTER in names else None
    if adapter is None:
        raise UserError(
            f"{model} has no tokenizer (tokenizer.json): put that of the model that it was made from there."
        )
    return str(adapter.base_model_name_or_path), adapter.revision


def sentencepiece_file(model: str, revision: str | None) -> Path | None:
    """The file of a tokenizer without `tokenizer.json`, which transformers has to convert."""
    names = file_names(model, revision)
    if _SENTENCEPIECE not in names or "tokenizer.json" in names:
        return None
    missing = [name for name, module in _FOR_SENTENCEPIECE.items() if find_spec(module) is None]
    if missing:
        raise UserError(f"{model} has its tokenizer as {_SENTENCEPIECE} alone: pip install {' '.join(missing)}")
    return checkpoint_file(model, revision, _SENTENCEPIECE)


def require_same_tokens(model: str, revision: str | None, tokenizer: Any) -> None:
    """Refuses a converted tokenizer that splits indents differently from the one used in training."""
    file = sentencepiece_file(*tokenizer_source(model, revision))
    if file is None or not getattr(tokenizer, "is_fast", False):
        return
    from sentencepiece import SentencePieceProcessor

    try:
        processor: Any = SentencePieceProcessor(model_file=str(file))
    except (OSError, RuntimeError):  # other tokenizers have files of this name too
        return
    blank = processor.piece_to_id("▁")  # may stand in front of any text, so it is ignored
    for depth in range(_DEEPEST_INDENT + 1):
        line = f"\n{' ' * depth}return x"
        trained, converted = processor.encode(line), tokenizer(line, add_special_tokens=False)["input_ids"]
        if trained[trained[:1] == [blank] :] != converted[converted[:1] == [blank] :]:
            raise UserError(
                f"{model} has its tokenizer as {_SENTENCEPIECE} alone, of which {type(tokenizer).__name__} splits an "
                f"indent of {depth} otherwise than in training: add a tokenizer.json of its maker's, or serve it and "
                "use --backend openai."
            )


def model_class(model: str, config: PretrainedConfig) -> Any:
    """The class that loads a decoder, alone or as a part of a multimodal model; a `UserError` for other models."""
    from transformers.models.auto.modeling_auto import (  # there it needs no PyTorch, which prompts do not
        MODEL_FOR_CAUSAL_LM_MAPPING,
        MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING,
        AutoModelForCausalLM,
        AutoModelForImageTextToText,
    )

    kind = (getattr(config, "architectures", None) or [config.model_type])[0]
    if getattr(config, "is_encoder_decoder", False):
        raise UserError(f"{model} is an encoder-decoder ({kind}): name a causal (decoder-only) language model.")
    may_encode = hasattr(type(config), "is_decoder") and config.model_type not in _CAUSAL_ANYWAY
    if may_encode and not config.is_decoder:  # old files say `false` of any model
        raise UserError(
            f"{model} is an encoder ({kind}), whose attention looks ahead: name a causal language model, or set "
            f"is_decoder in its {_CONFIG} if it was trained as one."
        )
    if type(config) in MODEL_FOR_CAUSAL_LM_MAPPING or "AutoModelForCausalLM" in getattr(config, "auto_map", {}):
        return AutoModelForCausalLM
    if type(config) in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING and config.get_text_config() is not config:
        return AutoModelForImageTextToText
    raise UserError(f"{model} is no language model that transformers can run ({kind}): name a causal language model.")


def require_quantizer(model: str, config: PretrainedConfig, asked: str | None, device_map: Any) -> bool:
    """Whether a model's weights are quantized; a `UserError` if they cannot be run here."""
    from transformers.quantizers import auto

    known: Any = auto.AutoHfQuantizer
    settings = getattr(config, "quantization_config", None)
    settings = settings or getattr(config.get_text_config(), "quantization_config", None)
    if settings is None:
        return False
    of_old = "bitsandbytes" if settings.get("load_in_4bit") or settings.get("load_in_8bit") else None
    method = settings.get("quant_method") or of_old
    if asked is not None and method != "bitsandbytes":
        raise UserError(f"{model} is quantized already ({method}): leave out --quantization {asked}.")
    if method is None or not known.supports_quant_method(settings):
        raise UserError(
            f"{model} is quantized by a method that this transformers does not know ({method}): name the model before "
            "quantization, or serve it with what made it and use --backend openai."
        )
    try:
        known.from_config(settings, pre_quantized=True).validate_environment(device_map=device_map, weights_only=True)
    except ImportError as error:
        packages = _PACKAGES.get(method)
        needed = f"pip install {packages}" if packages else in_a_line(error)
        raise UserError(f"{model} is quantized ({method}), and its packages are missing: {needed}") from error
    except (RuntimeError, ValueError) as error:
        raise UserError(f"{model} is quantized ({method}) and cannot be run here: {in_a_line(error)}") from error
    return True


def require_weights(model: str, loaded: PreTrainedModel, missing: set[str]) -> None:
    """Refuses a model with missing weights, other than buffers and tied weights, which would be random."""
    names: dict[int, set[str]] = {}
    for name, weight in loaded.named_parameters(remove_duplicate=False):
        names.setdefault(id(weight), set()).add(name)
    absent = sorted(min(same) for same in names.values() if same <= missing)
    if absent:
        some = ", ".join(absent[:3]) + (", ..." if len(absent) > 3 else "")
        raise UserError(
            f"{model} lacks {counted(len(absent), 'weight')} of {len(names)} ({some}), which would be random: get the "
            "whole checkpoint, or the class that it was saved from."
        )


def merge_adapter(model: str, revision: str | None, base: PreTrainedModel) -> PreTrainedModel:
    """The base with the adapter merged into its weights, or next to them if they are quantized."""
    from peft import PeftModel  # type: ignore[import-not-found, unused-ignore]

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        loaded: Any = PeftModel.from_pretrained(base, model, revision=revision)
    if not hasattr(loaded.base_model, "merge_and_unload"):
        kind = loaded.active_peft_config.peft_type
        raise UserError(f"{model} is a PEFT adapter that is no change of weights ({kind}): only such can be run.")
    absent = [in_a_line(warning.message) for warning in said if "missing adapter keys" in str(warning.message)]
    if absent:
        raise UserError(f"{model} lacks weights of the adapter, which would be random: {absent[0]}")
    merged: PreTrainedModel
    merged = loaded.get_base_model() if getattr(base, "is_quantized", False) else loaded.merge_and_unload()
    return merged


def in_a_line(error: Exception | Warning | str) -> str:
    return textwrap.shorten(str(error), 300, placeholder=" ...")

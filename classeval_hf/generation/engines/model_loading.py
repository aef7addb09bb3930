"""Loading configuration, tokenizer and weights of a model; those that cannot be run are refused with the reason."""

from __future__ import annotations

import argparse
import hashlib
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from classeval_hf.core.command_line import option_field
from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import counted, no_bars_in_logs
from classeval_hf.runs.run_records import ModelIdentity

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizerBase

MODEL, BACKENDS = "model", ("transformers", "openai", "vllm")
_CONFIG, _ADAPTER = "config.json", "adapter_config.json"
_WEIGHTS = (".safetensors", ".bin", ".index.json")
_SENTENCEPIECE, _TOKENIZER = "tokenizer.model", "tokenizer.json"
_FOR_SENTENCEPIECE = {"protobuf": "google.protobuf", "sentencepiece": "sentencepiece"}  # modules by package
_DEEPEST_INDENT = 40  # blanks
_OF_TOKENIZERS = ("token", "vocab", "spm", "spiece", "sentencepiece", "tekken", ".model")  # in file names
_CAUSAL_ANYWAY = ("gpt_neox", "gpt_neox_japanese")  # their `is_decoder` does not describe their attention
_PACKAGES = {
    **{name: name for name in ("bitsandbytes", "compressed-tensors")},
    **{"awq": "gptqmodel", "gptq": "optimum gptqmodel"},
}  # to install, by method of quantization; transformers names those of others
_CONTEXT_FIELDS = (
    *("max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "max_seq_len", "n_ctx"),
)  # of configurations, with the model's number of positions
# Code that pre-tokenizers split in different ways: numbers, indents, blank lines.
_PROBE = "def f(a_1, b=2024):\n        return [x**2 for x in '  3.14']\n\n\tpass  # 100%"
_MODEL_FILE_SUFFIXES = frozenset({".bin", ".jinja", ".json", ".model", ".py", ".safetensors", ".txt"})
_POINTER = b"version https://git-lfs"  # start of the files that Git LFS would replace
_EDGE = 1 << 20  # bytes at the beginning and at the end of a weights file that are hashed
_in_a_line = partial(textwrap.shorten, width=300, placeholder=" ...")


def _batch_size(text: str) -> int | None:
    if text == "auto":
        return None
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor auto") from None


_model = partial(option_field, MODEL)
_local = partial(_model, only_for=("transformers", "vllm"))
_transformers = partial(_model, only_for=("transformers",))


@dataclass(frozen=True)
class ModelOptions:
    """A model and how it is run. `model` is a Hub id, a local folder, or the name under which a server knows it."""

    model: str = ""
    backend: str = _model("transformers", "default: {}", choices=BACKENDS)
    batch_size: int | None = _local(
        None, "completions at a time, at most (default: auto)", type=_batch_size, metavar="N|auto", free=True, least=1
    )
    max_memory: str | None = _local(
        None, "memory beyond the model, e.g. 8GiB, or 0.5 of the free memory", metavar="N|PART", free=True
    )
    dtype: str = _local("auto", "default: the checkpoint's", choices=["auto", "float32", "float16", "bfloat16"])
    device_map: str | None = _transformers(
        None, "as in transformers, e.g. auto, for a model larger than one device", free=True
    )
    quantization: str | None = _transformers(None, "with bitsandbytes", choices=["4bit", "8bit"])
    trust_remote_code: bool = _model(False, "run code of the model's repo")
    revision: str | None = _local(None, "branch, tag or commit on the Hub")

    @property
    def folder(self) -> Path | None:
        path = Path(self.model)
        return path if path.is_dir() else None


class Adapter(msgspec.Struct):
    """The fields of an adapter's file that are read here; `peft` reads the others."""

    base_model_name_or_path: str | None = None
    revision: str | None = None  # of the base
    peft_type: str = ""


def find_adapter(source: ModelOptions) -> Adapter | None:
    """The adapter in a folder or repository, `None` for a model; a `UserError` if there is neither."""
    model, names = source.model, _file_names(source)
    if _ADAPTER not in names:
        if _CONFIG in names:
            return None
        if any(name.endswith(".gguf") for name in names):
            raise UserError(
                f"{model} is a GGUF model: serve it (llama-server -m FILE.gguf) and use --backend openai, or name the "
                "repository that it was converted from."
            )
        if Path(model).is_file():
            raise UserError(f"{model} is a file: name the folder that holds {_CONFIG}, the weights and the tokenizer.")
        if "params.json" in names:
            raise UserError(
                f"{model} has its maker's own format (params.json): name a repository in that of transformers, with a "
                f"{_CONFIG}, or serve it and use --backend openai."
            )
        if source.folder is not None:
            what = "so it is not a model: name a folder that `save_pretrained` wrote."
            raise UserError(f"{model} has no {_CONFIG}, {what}")
        return None
    weights = {name for name in names if name.endswith(_WEIGHTS) and not name.startswith("adapter_")}
    if weights and _CONFIG in names:
        raise UserError(
            f"{model} holds a whole model and a PEFT adapter ({_ADAPTER}): keep one of them in the folder, so that it "
            "is clear which is run."
        )
    adapter = msgspec.json.decode(checkpoint_file(source).read_bytes(), type=Adapter)
    if adapter.base_model_name_or_path is None:
        raise UserError(f"{model} is a PEFT adapter whose {_ADAPTER} names no base_model_name_or_path: add it.")
    if find_spec("peft") is None:
        raise UserError(f"{model} is a PEFT adapter, which needs peft: pip install peft, or merge it into its base.")
    return adapter


def _file_names(source: ModelOptions) -> set[str]:
    """Names of files in a folder or repository; those in the cache if the Hub cannot be reached."""
    if source.folder is not None:
        return {file.name for file in source.folder.iterdir()}
    path = Path(source.model)
    return {path.name} if path.is_file() else set(_names_in_repository(source.model, source.revision))


@lru_cache
def _names_in_repository(model: str, revision: str | None) -> frozenset[str]:
    from huggingface_hub import list_repo_files, snapshot_download

    try:
        return frozenset(list_repo_files(model, revision=revision))
    except Exception:  # of its HTTP library: offline, unreachable, or no such repository
        try:
            cached = Path(snapshot_download(model, revision=revision, local_files_only=True))
        except (OSError, ValueError):  # loading the configuration reports what is wrong
            return frozenset()
        return frozenset(file.name for file in cached.iterdir())


def checkpoint_file(source: ModelOptions, name: str = _ADAPTER) -> Path:
    """A file of a checkpoint; the folder of one on the Hub is named after the commit."""
    from huggingface_hub import hf_hub_download

    if source.folder is not None:
        return source.folder / name
    return Path(hf_hub_download(source.model, name, revision=source.revision))


def _base(source: ModelOptions) -> ModelOptions:
    """The base of an adapter; other models are returned as they are."""
    adapter = find_adapter(source)
    if adapter is None:
        return source
    return replace(source, model=str(adapter.base_model_name_or_path), revision=adapter.revision)


def _tokenizer_source(source: ModelOptions) -> tuple[ModelOptions, Path | None]:
    """Where the tokenizer is, the model, or the base of an adapter without one; and the file of a tokenizer without
    `tokenizer.json`, which transformers has to convert."""
    names = _file_names(source)
    if names and not any(part in name for name in names for part in _OF_TOKENIZERS):
        if _ADAPTER not in names:
            raise UserError(
                f"{source.model} has no tokenizer (tokenizer.json): copy that of its original model there."
            )
        source = _base(source)
        names = _file_names(source)
    if _SENTENCEPIECE not in names or _TOKENIZER in names:
        return source, None
    absent = [name for name, module in _FOR_SENTENCEPIECE.items() if find_spec(module) is None]
    if absent:
        raise UserError(f"{source.model} has its tokenizer as {_SENTENCEPIECE} alone: pip install {' '.join(absent)}")
    return source, checkpoint_file(source, _SENTENCEPIECE)


def require_same_tokens(source: ModelOptions, tokenizer: Any) -> None:
    """Refuses a converted tokenizer that splits indents differently from the one used in training."""
    _, file = _tokenizer_source(source)
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
                f"{source.model} has its tokenizer as {_SENTENCEPIECE} alone, and {type(tokenizer).__name__} "
                f"splits an indent of {depth} otherwise than in training: add a tokenizer.json of its maker's, or "
                "serve it and use --backend openai."
            )


def load_config(source: ModelOptions) -> PretrainedConfig:
    """Loads the configuration of a model, or of an adapter's base; a `FileNotFoundError` if there is none."""
    from huggingface_hub import errors, hf_hub_download

    with _problems_named(source.model):
        source = _base(source)
    with _problems_named(source.model):
        # Reports a missing model before transformers is imported, which takes seconds; transformers checks the rest.
        for path in sorted(source.folder.iterdir()) if source.folder is not None else ():
            if path.suffix not in _MODEL_FILE_SUFFIXES or not path.is_file():
                continue
            with path.open("rb") as file:
                if file.read(len(_POINTER)) == _POINTER:
                    raise UserError(f"{path} is a Git LFS pointer in the place of the file: run `git lfs pull` there.")
        if source.folder is None:
            try:
                hf_hub_download(source.model, _CONFIG, revision=source.revision)
            except (errors.EntryNotFoundError, OSError, ValueError) as error:
                absent = isinstance(error, errors.LocalEntryNotFoundError | errors.RepositoryNotFoundError)
                if absent and not isinstance(error, errors.GatedRepoError):
                    raise
        from transformers import AutoConfig

        config: PretrainedConfig = AutoConfig.from_pretrained(
            source.model, revision=source.revision, trust_remote_code=source.trust_remote_code
        )
    return config


@contextmanager
def _problems_named(model: str) -> Iterator[None]:
    """Turns the errors of libraries for a missing or broken model into one sentence."""
    from huggingface_hub.errors import GatedRepoError, LocalEntryNotFoundError, RepositoryNotFoundError

    try:
        yield
    except OSError as error:
        ours = isinstance(error, LocalEntryNotFoundError | RepositoryNotFoundError)
        cause = error if ours else error.__cause__
        if isinstance(cause, LocalEntryNotFoundError):
            raise FileNotFoundError(
                f"{model} is neither a folder nor in the cache of the Hub's files, and the Hub is switched off "
                "(HF_HUB_OFFLINE) or out of reach: check the name, name a folder, or repeat this with a connection."
            ) from error
        if isinstance(cause, RepositoryNotFoundError) and not isinstance(cause, GatedRepoError):
            raise FileNotFoundError(
                f"{model} is neither a folder nor a model on the Hub that you may see: check the name, or `hf auth "
                "login` if it is private."
            ) from error
        raise
    except UserError:
        raise
    except Exception as error:  # of transformers, tokenizers, safetensors or the code of the model
        raise UserError(f"{model} cannot be loaded: {type(error).__name__}: {_in_a_line(str(error))}") from error


def load_tokenizer(source: ModelOptions) -> tuple[PreTrainedTokenizerBase, str]:
    """The tokenizer as its file describes it, and a note: several classes ignore it (transformers issue 45812)."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    source, _ = _tokenizer_source(source)
    model, revision = source.model, source.revision
    with _problems_named(model):
        tokenizer = AutoTokenizer.from_pretrained(model, revision=revision, trust_remote_code=source.trust_remote_code)
    follows_file = type(tokenizer) is PreTrainedTokenizerFast or not isinstance(tokenizer, PreTrainedTokenizerFast)
    if follows_file or _TOKENIZER not in _file_names(source):  # other files are not compared
        return tokenizer, ""
    try:
        of_file = PreTrainedTokenizerFast.from_pretrained(model, revision=revision or "main")
    except (OSError, TypeError, ValueError):
        return tokenizer, ""
    by_class, by_file = (one(_PROBE, add_special_tokens=False)["input_ids"] for one in (tokenizer, of_file))
    if by_class == by_file:
        return tokenizer, ""
    return of_file, f"{_TOKENIZER} is used as it is: {type(tokenizer).__name__} would split the code in another way"


def context_limit(config: PretrainedConfig) -> int | None:
    """Number of positions of the model; `None` if its configuration does not state it."""
    config = config.get_text_config()
    limits = [getattr(config, name, None) for name in _CONTEXT_FIELDS]
    return min((value for value in limits if isinstance(value, int) and value > 0), default=None)


def embedding_rows(config: PretrainedConfig) -> int | None:
    """Number of token ids with an embedding; `None` if the configuration does not state it."""
    rows = getattr(config.get_text_config(), "vocab_size", None)
    return rows if isinstance(rows, int) else None


def model_identity(model: str, config: PretrainedConfig) -> ModelIdentity:
    architecture = (getattr(config, "architectures", None) or [None])[0]
    folder = ModelOptions(model).folder
    if folder is None:
        return ModelIdentity(model, architecture, commit=getattr(config, "_commit_hash", None))
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        if file.suffix not in _MODEL_FILE_SUFFIXES or not file.is_file():
            continue
        size = file.stat().st_size
        digest.update(f"{file.name}\n{size}\n".encode())
        with file.open("rb") as opened:
            digest.update(opened.read(_EDGE))
            if size > _EDGE:
                opened.seek(max(_EDGE, size - _EDGE))
                digest.update(opened.read())
    return ModelIdentity(model, architecture, sha256=digest.hexdigest())


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
    if may_encode and not config.is_decoder:  # old files state `false` for every model
        raise UserError(
            f"{model} is an encoder ({kind}), whose attention looks ahead: name a causal language model, or set "
            f"is_decoder in its {_CONFIG} if it was trained as one."
        )
    if type(config) in MODEL_FOR_CAUSAL_LM_MAPPING or "AutoModelForCausalLM" in getattr(config, "auto_map", {}):
        return AutoModelForCausalLM
    if type(config) in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING and config.get_text_config() is not config:
        return AutoModelForImageTextToText
    raise UserError(
        f"{model} is not a language model that transformers can run ({kind}): name a causal language model."
    )


def load_model(source: ModelOptions, device: Any) -> PreTrainedModel:
    """Loads a causal model for inference, on `device` or by the `device_map`."""
    from transformers import BitsAndBytesConfig

    options: dict[str, Any] = {"dtype": source.dtype}
    device_map = source.device_map
    if source.quantization is not None:
        make_config: Any = BitsAndBytesConfig
        options["quantization_config"] = make_config(**{f"load_in_{source.quantization}": True})
        device_map = device_map or str(device)  # quantized weights cannot be moved afterwards
    if device_map is not None:
        # A device as a string puts the whole model there; each process must name its own.
        options["device_map"] = device_map
    loaded = _load(source, options)
    evaluated: PreTrainedModel = (loaded.to(device) if device_map is None else loaded).eval()
    return evaluated


def try_model(source: ModelOptions) -> None:
    """Raises the errors of [`load_model`], reading only the names of the weights, before anything is written."""
    from accelerate import PartialState
    from transformers.quantizers import auto

    known: Any = auto.AutoHfQuantizer
    model, asked, config = source.model, source.quantization, load_config(source)
    settings = getattr(config, "quantization_config", None)
    settings = settings or getattr(config.get_text_config(), "quantization_config", None)
    if settings is None:
        _load(source, {"device_map": "meta"})
        return
    # Quantized weights are loaded by their packages alone.
    of_old = "bitsandbytes" if settings.get("load_in_4bit") or settings.get("load_in_8bit") else None
    method = settings.get("quant_method") or of_old
    if asked is not None and method != "bitsandbytes":
        raise UserError(f"{model} is quantized already ({method}): leave out --quantization {asked}.")
    if method is None or not known.supports_quant_method(settings):
        raise UserError(
            f"{model} is quantized by a method that this transformers does not know ({method}): name the model before "
            "quantization, or serve it with what made it and use --backend openai."
        )
    device_map = source.device_map or str(PartialState().device)
    try:
        known.from_config(settings, pre_quantized=True).validate_environment(device_map=device_map, weights_only=True)
    except ImportError as error:
        packages = _PACKAGES.get(method)
        needed = f"pip install {packages}" if packages else _in_a_line(str(error))
        raise UserError(f"{model} is quantized ({method}), and its packages are missing: {needed}") from error
    except (RuntimeError, ValueError) as error:
        raise UserError(f"{model} is quantized ({method}) and cannot be run here: {_in_a_line(str(error))}") from error


def _load(source: ModelOptions, options: dict[str, Any]) -> Any:
    """A model, or the base of an adapter with the adapter merged into it; all weights must be there."""
    kind, base = model_class(source.model, load_config(source)), _base(source)
    with no_bars_in_logs(), _problems_named(source.model):
        loaded, report = kind.from_pretrained(
            base.model,
            revision=base.revision,
            trust_remote_code=source.trust_remote_code,
            output_loading_info=True,
            **options,
        )
        # Weights that are not in the checkpoint would be random, other than buffers and tied weights.
        missing, names = set(report["missing_keys"]), dict[int, set[str]]()
        for name, weight in loaded.named_parameters(remove_duplicate=False):
            names.setdefault(id(weight), set()).add(name)
        absent = sorted(min(same) for same in names.values() if same <= missing)
        if absent:
            some = ", ".join(absent[:3]) + (", ..." if len(absent) > 3 else "")
            raise UserError(
                f"{source.model} lacks {counted(len(absent), 'weight')} of {len(names)} ({some}), which would be "
                "random: get the whole checkpoint, or the class that it was saved from."
            )
        if base is source:
            return loaded
        from peft import PeftModel  # type: ignore[import-not-found, unused-ignore]

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            adapted: Any = PeftModel.from_pretrained(loaded, source.model, revision=source.revision)
        if not hasattr(adapted.base_model, "merge_and_unload"):
            kind = adapted.active_peft_config.peft_type
            raise UserError(
                f"{source.model} is a PEFT adapter that does not change weights ({kind}): only such can be run."
            )
        warned = (str(warning.message) for warning in caught)
        if lacking := next((text for text in warned if "missing adapter keys" in text), None):
            lacking = _in_a_line(lacking)
            raise UserError(f"{source.model} lacks weights of the adapter, which would be random: {lacking}")
        # With quantized weights, the adapter is not merged.
        return adapted.get_base_model() if getattr(loaded, "is_quantized", False) else adapted.merge_and_unload()

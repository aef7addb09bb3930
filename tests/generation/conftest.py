"""Tiny models that the tests of generation share, and for each test a folder of its own."""

from pathlib import Path

import pytest
import torch
from tiny_models import save_tiny_model, tiny_tokenizer
from transformers import PreTrainedTokenizerFast


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are written to the folder that a test is in."""
    monkeypatch.chdir(tmp_path)
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of random weights without a chat template. Tests that change one take a copy."""
    return save_tiny_model(tmp_path_factory.mktemp("models") / "tiny-llama")


@pytest.fixture(scope="session")
def chat_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_model(tmp_path_factory.mktemp("models") / "tiny-chat", chat=True)


@pytest.fixture(scope="session")
def tokenizer() -> PreTrainedTokenizerFast:
    return tiny_tokenizer()

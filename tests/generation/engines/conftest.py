"""Requests of which both backends are asked, and what a tiny model says to them."""

import pytest
from tiny_models import answers, requests_of, tiny_model
from transformers import PreTrainedModel as Model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Request, Sampling
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.prompting.steps import Completion


@pytest.fixture
def llama(tokenizer: Tokenizer) -> Model:
    """A model that a test may change."""
    return tiny_model("llama", tokenizer)


@pytest.fixture(scope="session")
def requests(tokenizer: Tokenizer, open_tasks: list[ClassTask]) -> list[Request]:
    return requests_of(tokenizer, open_tasks)


@pytest.fixture(scope="session")
def sampled(tokenizer: Tokenizer, open_tasks: list[ClassTask]) -> list[Request]:
    return requests_of(tokenizer, open_tasks, Sampling(temperature=0.8, top_p=0.95, top_k=50))


@pytest.fixture(scope="session")
def free(tokenizer: Tokenizer, requests: list[Request]) -> dict[int, Completion]:
    return answers(TransformersBackend(tiny_model("llama", tokenizer), tokenizer, 1), requests)

"""Ranking texts: by BM25, and by embeddings of a model."""

from pathlib import Path

import pytest

from classeval_hf.core.errors import UserError
from classeval_hf.projects.tools.retrieval import BM25Retriever, Documents, load_retriever

TEXTS = ("def best_match(a): ...", "class Other: ...", "x = bestMatch(b)", "", "best = 1")


def test_words_and_their_parts_count_and_nothing_that_was_asked_before() -> None:
    retriever = BM25Retriever()
    assert set(retriever.rank("BEST match", Documents(TEXTS), 2)) == {0, 2}
    assert retriever.rank("bestMatch", Documents(TEXTS), 5)[0] == 2
    assert retriever.rank("x", Documents(["x y", "x z", "x w"]), 3) == [0, 1, 2]
    for query, texts in (("", TEXTS), ("qqq", TEXTS), ("best", ()), ("best", ("",)), ("best", ("", "--- ..."))):
        assert BM25Retriever().rank(query, Documents(texts), 3) == []
    assert isinstance(load_retriever(), BM25Retriever) and isinstance(load_retriever("bm25"), BM25Retriever)
    used, documents = BM25Retriever(), Documents(TEXTS)
    for text in ("other words first", "match", "class"):
        used.rank(text, Documents(["other words", "first match best"]), 2)
        used.rank(text, documents, 2)
    for query in ("best match", "class other", "b"):
        assert used.rank(query, documents, 5) == BM25Retriever().rank(query, Documents(TEXTS), 5)


TOOLS = """from pathlib import Path
from classeval_hf.core.repository_tasks import *
from classeval_hf.projects.tools.tools import *
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.sandbox.limited_calls import LimitedCalls
Path('a.py').write_text('def f(): pass')
task = RepositoryTask('T', ProjectRelease('p'), 'a.py', Target('f', 'function'))
RepositoryTools(MaskedProject.of(task, Path()), None, calls=LimitedCalls())"""
RETRIEVER = "from classeval_hf.projects.tools.retrieval import load_retriever; load_retriever()"


@pytest.mark.parametrize(("module", "script"), [("bm25s", RETRIEVER), ("pyflakes", TOOLS)])
def test_missing_extra_is_named_with_the_command_before_any_work(run_python, module: str, script: str) -> None:
    done = run_python(f"import sys; sys.modules[{module!r}] = None; {script}")
    assert done.returncode
    assert f"need {module}: pip install 'classeval-hf[agent]'" in done.stderr.splitlines()[-1]


def test_embeddings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text is most like itself, long ones are cut off, and vectors are kept on disk for the next process."""
    torch = pytest.importorskip("torch", reason="the extra `generation` is not installed")
    pytest.importorskip("transformers", reason="the extra `generation` is not installed")
    from tiny_models import tiny_tokenizer
    from transformers import RobertaConfig, RobertaModel

    from classeval_hf.projects.tools.retrieval import EmbeddingRetriever

    encoder, tokenizer = tmp_path / "encoder", tiny_tokenizer()
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = RobertaConfig(vocab_size=len(tokenizer), max_position_embeddings=66, pad_token_id=1, **sizes)
    RobertaModel(config).save_pretrained(encoder)
    tokenizer.save_pretrained(encoder)
    texts = [*(text for text in TEXTS if text), "", "a b " * 500]
    monkeypatch.setenv("HF_HOME", str(tmp_path / "none" / "yet"))
    first = EmbeddingRetriever(str(encoder))
    for place, text in enumerate(texts):
        if text:
            assert first.rank(text, Documents(texts), 1) == [place]
    assert first.rank("", Documents(texts), 1) == [] == first.rank("a", Documents([]), 1)
    second = EmbeddingRetriever(str(encoder))
    made: list[list[str]] = []
    embed = second._vectors
    second._vectors = lambda batch: made.append(batch) or embed(batch)
    assert second.rank("best", Documents(texts), 9) == first.rank("best", Documents(texts), 9)
    assert made == [["best"]]
    assert load_retriever(str(encoder)).rank("class Other: ...", Documents(TEXTS), 1) == [1]
    with pytest.raises(UserError, match="no-such-model"):
        load_retriever("no-such-model")

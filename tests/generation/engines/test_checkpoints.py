"""Kinds of checkpoints: each runs, or is refused in a sentence before a run folder is made."""

from __future__ import annotations

import base64
import io
import json
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from request_sources import Chains, requests_of
from safetensors.torch import load_file, save_file
from slow_cases import one_in
from tiny_models import ARCHITECTURES, ids_alone, save_tiny_model, tiny_model, tiny_tokenizer
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForImageTextToText,
    AutoModelForMaskedLM,
    AutoModelForSeq2SeqLM,
)

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.cli.command import main
from classeval_hf.generation.engines.batch_trial import looks_ahead
from classeval_hf.generation.engines.continuous_backend import backend_for
from classeval_hf.generation.engines.model_loading import load_model
from classeval_hf.runs.run_records import read_run_record

RUN = ("--split", "open", "--limit", "1", "--greedy", "--max-new-tokens", "8")


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_model(tmp_path_factory.mktemp("models") / "llama")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def completion_of(model: Path, output: str = "out") -> str:
    assert main(["--model", str(model), *RUN, "--output", output]) == 0
    (line,) = Path(output, "samples.jsonl").read_text().splitlines()
    raw: str = json.loads(line)["steps"][0]["raw"]
    return raw


def refusal_of(model: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The one line that a run of the model says before it makes its folder."""
    capsys.readouterr()
    assert main(["--model", str(model), *RUN, "--output", "out", *options]) == 2
    assert not Path("out").exists()
    (line,) = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("[transformers]")]
    assert line.startswith(f"run.py: error: {model} ")
    return line.removeprefix(f"run.py: error: {model} ")


def changed(model: Path, folder: Path, **settings: object) -> Path:
    """A copy of a model with other settings in its configuration."""
    shutil.copytree(model, folder)
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **settings}))
    return folder


def without(model: Path, folder: Path, kept: Callable[[str], bool]) -> Path:
    """A copy of a model with some of its weights."""
    shutil.copytree(model, folder)
    weights = load_file(folder / "model.safetensors")
    save_file(
        {name: weight for name, weight in weights.items() if kept(name)},
        folder / "model.safetensors",
        {"format": "pt"},
    )
    return folder


def test_missing_weights_are_named(llama: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = without(llama, Path("half"), lambda name: "layers.1" not in name)
    said = refusal_of(folder, capsys)
    assert said.startswith("lacks 9 weights of 21 (model.layers.1.input_layernorm.weight, ")
    with pytest.raises(UserError, match="lacks 9 weights"):
        load_model(str(folder), device="cpu")


def test_one_missing_weight_is_enough(llama: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = without(llama, Path("headless"), lambda name: name != "lm_head.weight")
    assert refusal_of(folder, capsys).startswith("lacks 1 weight of 21 (lm_head.weight), which would be random")


@pytest.mark.parametrize("kept", ["lm_head.weight", "model.embed_tokens.weight"])
def test_tied_weights_may_have_either_name(kept: str) -> None:
    tied = save_tiny_model(Path("tied"), tie_word_embeddings=True)
    file = tied / "model.safetensors"
    weights = load_file(file)
    weights[kept] = weights.pop("model.embed_tokens.weight")
    save_file(weights, file, {"format": "pt"})
    assert completion_of(tied)


def test_buffers_may_be_missing(llama: Path) -> None:
    """Those of GPT-2 and GPT-NeoX were saved once, and are not any more."""
    assert completion_of(save_tiny_model(Path("neox"), "gpt_neox"))


def small(kind: str, **settings: object) -> AutoConfig:
    return AutoConfig.for_model(kind, vocab_size=len(tiny_tokenizer()), max_position_embeddings=4096, **settings)


ENCODER = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 48}
ENCODER_DECODER: dict[str, dict[str, object]] = {
    "plbart": {
        "d_model": 32,
        **{
            f"{part}_{name}": value
            for part in ("encoder", "decoder")
            for name, value in {"layers": 1, "ffn_dim": 48, "attention_heads": 4}.items()
        },
    },
    "t5": {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 1, "num_heads": 4},
}


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_encoders_are_refused(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = AutoModelForMaskedLM.from_config(small(kind, **ENCODER))
    model.save_pretrained(tmp_path / kind)
    tiny_tokenizer().save_pretrained(tmp_path / kind)
    said = refusal_of(tmp_path / kind, capsys)
    assert said.startswith(f"is an encoder ({type(model).__name__}), whose attention looks ahead: name a causal")
    decoder = AutoModelForCausalLM.from_config(small(kind, is_decoder=True, **ENCODER)).eval()
    assert not looks_ahead(decoder)
    decoder.save_pretrained(tmp_path / "decoder")
    tiny_tokenizer().save_pretrained(tmp_path / "decoder")
    assert main(["--model", str(tmp_path / "decoder"), *RUN, "--output", "out"]) == 0


@pytest.mark.parametrize("kind", ENCODER_DECODER)
def test_encoder_decoders_are_refused(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    AutoModelForSeq2SeqLM.from_config(small(kind, **ENCODER_DECODER[kind])).save_pretrained(tmp_path / kind)
    tiny_tokenizer().save_pretrained(tmp_path / kind)
    assert refusal_of(tmp_path / kind, capsys).startswith("is an encoder-decoder (")


def test_old_configurations_say_of_decoders_that_they_are_none(llama: Path, tmp_path: Path) -> None:
    assert completion_of(changed(llama, tmp_path / "old", is_decoder=False, is_encoder_decoder=False))


def test_attention_that_looks_ahead_is_found_in_the_model_itself(capsys: pytest.CaptureFixture[str]) -> None:
    tokenizer = tiny_tokenizer()
    assert not any(looks_ahead(tiny_model(architecture, tokenizer)) for architecture in ARCHITECTURES)
    config = AutoConfig.for_model("xlnet", vocab_size=len(tokenizer), d_model=32, n_layer=1, n_head=4, d_inner=48)
    AutoModelForCausalLM.from_config(config).save_pretrained("xlnet")
    tokenizer.save_pretrained("xlnet")
    assert main(["--model", "xlnet", *RUN, "--output", "out"]) == 2
    assert "xlnet is no causal language model, since what it says" in capsys.readouterr().err


TEXT = {**ENCODER, "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 4096, "bos_token_id": 0}
VISION = {**ENCODER, "image_size": 28, "patch_size": 14}
QWEN_VISION = {"depth": 1, "hidden_size": 32, "num_heads": 4, "intermediate_size": 48, "out_hidden_size": 32}
ROTARY = {"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 1e4}
MULTIMODAL: dict[str, tuple[dict[str, object], dict[str, object], dict[str, object]]] = {
    "mistral3": ({"model_type": "mistral"}, {"model_type": "pixtral", "head_dim": 8, **VISION}, {}),
    "qwen3_vl": ({"rope_parameters": ROTARY}, {**QWEN_VISION, "deepstack_visual_indexes": [0]}, {}),
    "gemma3": (
        {"model_type": "gemma3_text"},
        {"model_type": "siglip_vision_model", **VISION},
        {"mm_tokens_per_image": 4},
    ),
}


@pytest.mark.parametrize("kind", one_in(3, MULTIMODAL))
def test_multimodal_models_run_by_their_text(kind: str, tmp_path: Path, open_tasks: list[ClassTask]) -> None:
    tokenizer = tiny_tokenizer()
    of_text, of_vision, further = MULTIMODAL[kind]
    config = AutoConfig.for_model(
        kind,
        text_config={**TEXT, "vocab_size": len(tokenizer), "eos_token_id": tokenizer.eos_token_id, **of_text},
        vision_config=of_vision,
        **further,
    )
    torch.manual_seed(7)
    model = AutoModelForImageTextToText.from_config(config).float().eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(torch.randn_like(weight) * 0.25)
    model.save_pretrained(tmp_path / kind)
    tokenizer.save_pretrained(tmp_path / kind)
    assert completion_of(tmp_path / kind)
    loaded = load_model(str(tmp_path / kind), device="cpu", dtype="float32")
    requests = requests_of(tokenizer, open_tasks)
    backend = backend_for(loaded, tokenizer, max_length=1024)
    raw = {request.number: completion.raw for request, completion in backend.generate(Chains(requests))}
    assert raw == {request.number: tokenizer.decode(ids_alone(model, request)) for request in requests}


QUANTIZED = {
    "gptq": ({"bits": 4, "group_size": 128}, "optimum gptqmodel"),
    "awq": ({"bits": 4, "group_size": 128}, "gptqmodel"),
    "bitsandbytes": ({"load_in_4bit": True}, "bitsandbytes"),
    "compressed-tensors": ({"format": "pack-quantized", "config_groups": {}}, "compressed-tensors"),
}


@pytest.mark.parametrize("method", QUANTIZED)
def test_packages_of_quantized_models_are_named(
    method: str, llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, packages = QUANTIZED[method]
    if all(find_spec(package.replace("-", "_")) for package in packages.split()):
        pytest.skip(f"{packages} is installed")
    model = changed(llama, tmp_path / method, quantization_config={"quant_method": method, **settings})
    assert refusal_of(model, capsys) == (
        f"is quantized ({method}), and its packages are missing: pip install {packages}"
    )


@pytest.mark.parametrize("settings", [{"quant_method": "zipquant", "bits": 3}, {"bits": 4}])
def test_unknown_quantization_is_not_ignored(
    settings: dict[str, object], llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = changed(llama, tmp_path / "packed", quantization_config=settings)
    assert "is quantized by a method that this transformers does not know" in refusal_of(model, capsys)


FILES = {
    "model-Q4.gguf": "is a GGUF model: serve it (llama-server -m FILE.gguf) and use --backend openai",
    "params.json": "has its maker's own format (params.json)",
    "notes.md": "has no config.json, so it is no model",
}


@pytest.mark.parametrize("name", FILES)
def test_folders_without_a_model_are_told_apart(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / name).write_bytes(b"GGUF")
    assert refusal_of(folder, capsys).startswith(FILES[name])


@pytest.mark.parametrize(("name", "said"), [("m.gguf", "is a GGUF model"), ("m.safetensors", "is a file: name the")])
def test_a_file_is_no_model(name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / name).write_bytes(b"")
    assert refusal_of(tmp_path / name, capsys).startswith(said)


def test_a_model_without_a_tokenizer(llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(llama, tmp_path / "mute", ignore=shutil.ignore_patterns("tokenizer*"))
    assert refusal_of(tmp_path / "mute", capsys).startswith("has no tokenizer (tokenizer.json)")


def test_tekken_alone(llama: Path, tmp_path: Path) -> None:
    model = save_tiny_model(tmp_path / "tekken", max_position_embeddings=16_384)
    for file in model.glob("tokenizer*"):
        file.unlink()
    config = {
        "pattern": r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|\s+|.",
        "num_vocab_tokens": 256,
        "default_vocab_size": 259,
        "default_num_special_tokens": 3,
        "version": "v3",
    }
    tokens = [{"rank": i, "token_bytes": base64.b64encode(bytes([i])).decode(), "token_str": None} for i in range(256)]
    special = [{"rank": i, "token_str": text, "is_control": True} for i, text in enumerate(("<unk>", "<s>", "</s>"))]
    (model / "tekken.json").write_text(json.dumps({"config": config, "vocab": tokens, "special_tokens": special}))
    assert main(["--model", str(model), *RUN, "--max-length", "16384", "--output", "out"]) == 0


def adapter_of(base: Path, folder: Path, **settings: object) -> Path:
    peft = pytest.importorskip("peft", reason="peft is not installed")
    config = peft.LoraConfig(r=4, target_modules=["q_proj", "down_proj"], init_lora_weights=False, **settings)
    torch.manual_seed(3)
    peft.get_peft_model(AutoModelForCausalLM.from_pretrained(base), config).save_pretrained(folder)
    return folder


def test_an_adapter_runs_as_the_model_that_it_makes_of_its_base(llama: Path, tmp_path: Path) -> None:
    adapter = adapter_of(llama, tmp_path / "adapter")
    peft = pytest.importorskip("peft", reason="peft is not installed")
    model = peft.PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(llama), adapter)
    model.merge_and_unload().save_pretrained(tmp_path / "merged")
    tiny_tokenizer().save_pretrained(tmp_path / "merged")
    raw = completion_of(adapter, "adapted")
    assert raw == completion_of(tmp_path / "merged", "merged_out") != completion_of(llama, "plain")
    record, plain = (read_run_record(Path(output, "run.json")) for output in ("adapted", "plain"))
    assert record.model.name == str(adapter) and record.model.sha256 != plain.model.sha256
    assert record.prompt.notes == (f"PEFT adapter (LORA) on {llama} ({plain.model.sha256})",)


def test_an_adapter_that_is_not_whole(llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    adapter = adapter_of(llama, tmp_path / "adapter")
    file = adapter / "adapter_model.safetensors"
    save_file({name: weight for name, weight in load_file(file).items() if "layers.0" in name}, file)
    assert refusal_of(adapter, capsys).startswith("lacks weights of the adapter, which would be random: ")
    shutil.copytree(llama, tmp_path / "both")
    shutil.copytree(adapter, tmp_path / "both", dirs_exist_ok=True)
    assert refusal_of(tmp_path / "both", capsys).startswith("holds a whole model and a PEFT adapter")


def test_an_adapter_that_changes_no_weights(llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peft = pytest.importorskip("peft", reason="peft is not installed")
    config = peft.PromptTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=4)
    model = peft.get_peft_model(AutoModelForCausalLM.from_pretrained(llama), config)
    model.save_pretrained(tmp_path / "prompt")
    assert refusal_of(tmp_path / "prompt", capsys).startswith("is a PEFT adapter that is no change of weights")


def test_an_adapter_needs_peft(llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if find_spec("peft") is not None:
        pytest.skip("peft is installed")
    folder = tmp_path / "adapter"
    folder.mkdir()
    (folder / "adapter_config.json").write_text(
        json.dumps({"base_model_name_or_path": str(llama), "peft_type": "LORA"})
    )
    assert refusal_of(folder, capsys).startswith("is a PEFT adapter, which needs peft: pip install peft")


def sentencepiece_model(folder: Path, **settings: object) -> Path:
    """A tiny model whose tokenizer is a SentencePiece model alone, trained on indented code."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="sentencepiece is not installed")
    save_tiny_model(folder, max_position_embeddings=16_384)
    for file in folder.glob("tokenizer*"):
        file.unlink()
    lines = [" " * depth + f"return {name}" for depth in range(24) for name in ("self.one", "two", "[3, 4]", "x")]
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines * 5),
        model_writer=written,
        model_type="bpe",
        vocab_size=320,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        allow_whitespace_only_pieces=True,
        byte_fallback=True,
        minloglevel=2,
        **settings,
    )
    (folder / "tokenizer.model").write_bytes(written.getvalue())
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "LlamaTokenizer"}))
    return folder


def test_a_sentencepiece_model_alone(tmp_path: Path) -> None:
    model = sentencepiece_model(tmp_path / "pieces")
    assert main(["--model", str(model), *RUN, "--max-length", "16384", "--output", "out"]) == 0


def test_indents_that_are_split_otherwise_than_in_training(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = ["▁" * length for length in range(2, 17)]
    said = refusal_of(sentencepiece_model(tmp_path / "pieces", user_defined_symbols=runs), capsys)
    assert "LlamaTokenizer splits an indent of 17 otherwise than in training: add a tokenizer.json" in said

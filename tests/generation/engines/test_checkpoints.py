"""Kinds of checkpoints: each runs, or is refused before a run folder is made; and what each says of itself."""

import base64
import io
import json
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from slow_and_full import one_in
from tiny_models import (
    ARCHITECTURES,
    CHATML,
    GREEDY,
    Chains,
    answers,
    byte_level,
    ids_alone,
    lively_model,
    tiny_model,
    tiny_tokenizer,
)
from tiny_models import save_tiny_model as save_model
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForImageTextToText,
    AutoModelForMaskedLM,
)
from transformers import AutoModelForSeq2SeqLM as AutoModelForSeq2Seq
from transformers import PreTrainedModel as Model
from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.core.errors import UserError
from classeval_hf.generation.command import main
from classeval_hf.generation.engines import continuous_backend, model_loading, transformers_backend
from classeval_hf.generation.engines.backend import CompletionReader, Request
from classeval_hf.generation.engines.model_loading import ModelOptions, load_config
from classeval_hf.generation.engines.transformers_backend import Batches, TransformersBackend, looks_ahead
from classeval_hf.prompting.steps import Prompt, PromptKind
from classeval_hf.runs.run_records import read_run_record

RUN = ("--split", "open", "--limit", "1", "--greedy", "--max-new-tokens", "8")
Refusal = Callable[[Path], str]


def completion_of(model: Path, output: str = "out", *options: str) -> str:
    assert main(["--model", str(model), *RUN, "--output", output, *options]) == 0
    (line,) = Path(output, "samples.jsonl").read_text().splitlines()
    raw: str = json.loads(line)["steps"][0]["raw"]
    return raw


@pytest.fixture
def refusal_of(capsys: pytest.CaptureFixture[str]) -> Refusal:
    """Gives the one line that a run of the model says before it makes its folder."""

    def refusal(model: Path) -> str:
        capsys.readouterr()
        assert main(["--model", str(model), *RUN, "--output", "out"]) == 2 and not Path("out").exists()
        (line,) = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("[transformers]")]
        assert line.startswith(f"run.py: error: {model} ")
        return line.removeprefix(f"run.py: error: {model} ")

    return refusal


@pytest.fixture
def copied(model: Path) -> Path:
    return Path(shutil.copytree(model, "copied"))


def saved(model: Model, folder: str) -> Path:
    model.save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return Path(folder)


def configured(folder: Path, **settings: object) -> Path:
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **settings}))
    return folder


def keep(file: Path, kept: Callable[[str], bool]) -> None:
    save_file({name: weight for name, weight in load_file(file).items() if kept(name)}, file, {"format": "pt"})


def test_missing_weights_are_named(model: Path, copied: Path, refusal_of: Refusal) -> None:
    """One is enough."""
    keep(copied / "model.safetensors", lambda name: name != "lm_head.weight")
    assert refusal_of(copied).startswith("lacks 1 weight of 21 (lm_head.weight), which would be random")
    shutil.copy(model / "model.safetensors", copied)
    keep(copied / "model.safetensors", lambda name: "layers.1" not in name)
    assert refusal_of(copied).startswith("lacks 9 weights of 21 (model.layers.1.input_layernorm.weight, ")
    with pytest.raises(UserError, match="lacks 9 weights of 21"):
        model_loading.load_model(ModelOptions(str(copied)), "cpu")


def test_tied_weights_may_have_either_name() -> None:
    for kept in ("lm_head.weight", "model.embed_tokens.weight"):
        tied = save_model(Path(f"tied {kept}"), tie_word_embeddings=True)
        file = tied / "model.safetensors"
        weights = load_file(file)
        weights[kept] = weights.pop("model.embed_tokens.weight")
        save_file(weights, file, {"format": "pt"})
        assert completion_of(tied, kept)


def test_buffers_may_be_missing_and_decoders_be_called_none(copied: Path) -> None:
    """Buffers of GPT-2 and GPT-NeoX were saved once; old configurations say of decoders that they are none."""
    assert completion_of(save_model(Path("neox"), "gpt_neox"))
    assert completion_of(configured(copied, is_decoder=False, is_encoder_decoder=False), "old")


def small(kind: str, **settings: object) -> AutoConfig:
    return AutoConfig.for_model(kind, vocab_size=len(tiny_tokenizer()), max_position_embeddings=4096, **settings)


ENCODER = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 48}
ENCODER_DECODER: dict[str, dict[str, object]] = {
    "plbart": {
        **{"d_model": 32, "encoder_layers": 1, "encoder_ffn_dim": 48, "encoder_attention_heads": 4},
        **{"decoder_layers": 1, "decoder_ffn_dim": 48, "decoder_attention_heads": 4},
    },
    "t5": {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 1, "num_heads": 4},
}


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_encoders_are_refused(kind: str, refusal_of: Refusal) -> None:
    model = AutoModelForMaskedLM.from_config(small(kind, **ENCODER))
    said = refusal_of(saved(model, kind))
    assert said.startswith(f"is an encoder ({type(model).__name__}), whose attention looks ahead: name a causal")
    decoder = AutoModelForCausalLM.from_config(small(kind, is_decoder=True, **ENCODER)).eval()
    assert not transformers_backend.looks_ahead(decoder)
    completion_of(saved(decoder, "decoder"))


@pytest.mark.parametrize("kind", ENCODER_DECODER)
def test_encoder_decoders_are_refused(kind: str, refusal_of: Refusal) -> None:
    model = AutoModelForSeq2Seq.from_config(small(kind, **ENCODER_DECODER[kind]))
    assert refusal_of(saved(model, kind)).startswith("is an encoder-decoder (")


def test_attention_that_looks_ahead_is_found_in_the_model_itself(capsys: pytest.CaptureFixture[str]) -> None:
    tokenizer = tiny_tokenizer()
    assert not any(
        transformers_backend.looks_ahead(tiny_model(architecture, tokenizer)) for architecture in ARCHITECTURES
    )
    config = AutoConfig.for_model("xlnet", vocab_size=len(tokenizer), d_model=32, n_layer=1, n_head=4, d_inner=48)
    saved(AutoModelForCausalLM.from_config(config), "xlnet")
    assert main(["--model", "xlnet", *RUN, "--output", "out"]) == 2
    assert "xlnet is not a causal language model: its output" in capsys.readouterr().err


TEXT = {**ENCODER, "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 4096, "bos_token_id": 0}
VISION, TOKENS = {**ENCODER, "image_size": 28, "patch_size": 14}, {"mm_tokens_per_image": 4}
QWEN_VISION = {"depth": 1, "hidden_size": 32, "num_heads": 4, "intermediate_size": 48, "out_hidden_size": 32}
ROTARY = {"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 1e4}
MULTIMODAL: dict[str, tuple[dict[str, object], dict[str, object], dict[str, object]]] = {
    "mistral3": ({"model_type": "mistral"}, {"model_type": "pixtral", "head_dim": 8, **VISION}, {}),
    "qwen3_vl": ({"rope_parameters": ROTARY}, {**QWEN_VISION, "deepstack_visual_indexes": [0]}, {}),
    "gemma3": ({"model_type": "gemma3_text"}, {"model_type": "siglip_vision_model", **VISION}, {**TOKENS}),
}


@pytest.mark.parametrize("kind", one_in(3, MULTIMODAL))
def test_multimodal_models_run_by_their_text(kind: str, tokenizer: Tokenizer, requests: list[Request]) -> None:
    of_text, of_vision, further = MULTIMODAL[kind]
    of_text = {**TEXT, "vocab_size": len(tokenizer), "eos_token_id": tokenizer.eos_token_id, **of_text}
    config = AutoConfig.for_model(kind, text_config=of_text, vision_config=of_vision, **further)
    model = lively_model(config, AutoModelForImageTextToText)
    assert completion_of(saved(model, kind))
    loaded = model_loading.load_model(ModelOptions(kind, dtype="float32"), "cpu")
    backend = continuous_backend.backend_for(loaded, tokenizer, max_length=1024)
    raw = [completion.raw for _, completion in sorted(answers(backend, requests).items())]
    assert raw == [tokenizer.decode(ids_alone(model, request)) for request in requests]


QUANTIZED = {
    "gptq": ({"bits": 4, "group_size": 128}, "optimum gptqmodel"),
    "awq": ({"bits": 4, "group_size": 128}, "gptqmodel"),
    "bitsandbytes": ({"load_in_4bit": True}, "bitsandbytes"),
    "compressed-tensors": ({"format": "pack-quantized", "config_groups": {}}, "compressed-tensors"),
}
FILES = {
    "model-Q4.gguf": "is a GGUF model: serve it (llama-server -m FILE.gguf) and use --backend openai",
    "params.json": "has its maker's own format (params.json)",
    "notes.md": "has no config.json, so it is not a model",
}


def test_what_is_no_model(refusal_of: Refusal, copied: Path) -> None:
    for number, (name, said) in enumerate(FILES.items()):
        folder = Path(f"folder{number}")
        folder.mkdir()
        (folder / name).write_bytes(b"GGUF")
        assert refusal_of(folder).startswith(said)
    for name, said in (("m.gguf", "is a GGUF model"), ("m.safetensors", "is a file: name the")):
        Path(name).write_bytes(b"")
        assert refusal_of(Path(name).absolute()).startswith(said)
    # An unknown quantization is not ignored.
    for method, (settings, packages) in QUANTIZED.items():
        if not all(find_spec(package.replace("-", "_")) for package in packages.split()):
            said = refusal_of(configured(copied, quantization_config={"quant_method": method, **settings}))
            assert said == f"is quantized ({method}), and its packages are missing: pip install {packages}"
    for unknown in ({"quant_method": "zipquant", "bits": 3}, {"bits": 4}):
        said = refusal_of(configured(copied, quantization_config=unknown))
        assert "is quantized by a method that this transformers does not know" in said


@pytest.fixture
def mute(copied: Path) -> Path:
    """A model without a tokenizer, which takes long prompts."""
    for file in copied.glob("tokenizer*"):
        file.unlink()
    return configured(copied, max_position_embeddings=16_384)


def adapter_of(base: Path, folder: Path) -> Path:
    peft = pytest.importorskip("peft", reason="peft is not installed")
    config = peft.LoraConfig(r=4, target_modules=["q_proj", "down_proj"], init_lora_weights=False)
    torch.manual_seed(3)
    peft.get_peft_model(AutoModelForCausalLM.from_pretrained(base), config).save_pretrained(folder)
    return folder


def test_an_adapter_runs_as_the_model_that_it_makes_of_its_base(model: Path) -> None:
    adapter = adapter_of(model, Path("adapter"))
    peft = pytest.importorskip("peft", reason="peft is not installed")
    adapted = peft.PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(model), adapter)
    merged, raw = saved(adapted.merge_and_unload(), "merged"), completion_of(adapter, "adapted")
    assert raw == completion_of(merged, "merged_out") != completion_of(model, "plain")
    record, plain = (read_run_record(Path(output, "run.json")) for output in ("adapted", "plain"))
    assert record.model.name == str(adapter) and record.model.sha256 != plain.model.sha256
    assert record.prompt.notes == (f"PEFT adapter (LORA) on {model} ({plain.model.sha256})",)


def test_adapters_that_are_not_whole_or_change_no_weights(model: Path, copied: Path, refusal_of: Refusal) -> None:
    adapter = adapter_of(copied, Path("adapter"))
    keep(adapter / "adapter_model.safetensors", lambda name: "layers.0" in name)
    assert refusal_of(adapter).startswith("lacks weights of the adapter, which would be random: ")
    shutil.copytree(adapter, copied, dirs_exist_ok=True)
    assert refusal_of(copied).startswith("holds a whole model and a PEFT adapter")
    peft = pytest.importorskip("peft", reason="peft is not installed")
    config = peft.PromptTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=4)
    peft.get_peft_model(AutoModelForCausalLM.from_pretrained(model), config).save_pretrained("prompt")
    assert refusal_of(Path("prompt")).startswith("is a PEFT adapter that does not change weights")


def test_an_adapter_needs_peft(model: Path, refusal_of: Refusal) -> None:
    if find_spec("peft") is not None:
        pytest.skip("peft is installed")
    Path("adapter").mkdir()
    config = {"base_model_name_or_path": str(model), "peft_type": "LORA"}
    Path("adapter", "adapter_config.json").write_text(json.dumps(config))
    assert refusal_of(Path("adapter")).startswith("is a PEFT adapter, which needs peft: pip install peft")


def sentencepiece_model(mute: Path, **settings: object) -> Path:
    """Gives a model a SentencePiece model alone as its tokenizer, trained on indented code."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="sentencepiece is not installed")
    lines = [" " * depth + f"return {name}" for depth in range(24) for name in ("self.one", "two", "[3, 4]", "x")]
    written = io.BytesIO()
    settings |= {"model_type": "bpe", "vocab_size": 320, "byte_fallback": True, "remove_extra_whitespaces": False}
    settings |= {"normalization_rule_name": "identity", "allow_whitespace_only_pieces": True, "minloglevel": 2}
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(lines * 5), model_writer=written, **settings)
    (mute / "tokenizer.model").write_bytes(written.getvalue())
    (mute / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "LlamaTokenizer"}))
    return mute


def test_tekken_alone(mute: Path, refusal_of: Refusal) -> None:
    assert refusal_of(mute).startswith("has no tokenizer (tokenizer.json)")
    numbers = {"num_vocab_tokens": 256, "default_vocab_size": 259, "default_num_special_tokens": 3, "version": "v3"}
    config = {"pattern": r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|\s+|.", **numbers}
    tokens = [{"rank": i, "token_bytes": base64.b64encode(bytes([i])).decode(), "token_str": None} for i in range(256)]
    special = [{"rank": i, "token_str": text, "is_control": True} for i, text in enumerate(("<unk>", "<s>", "</s>"))]
    (mute / "tekken.json").write_text(json.dumps({"config": config, "vocab": tokens, "special_tokens": special}))
    completion_of(mute, "out", "--max-length", "16384", "--max-new-tokens", "2")


def test_a_sentencepiece_model_alone(mute: Path, refusal_of: Refusal) -> None:
    """One with which indents are split otherwise than in training is refused."""
    said = refusal_of(sentencepiece_model(mute, user_defined_symbols=["▁" * length for length in range(2, 17)]))
    assert "LlamaTokenizer splits an indent of 17 otherwise than in training: add a tokenizer.json" in said
    completion_of(sentencepiece_model(mute), "out", "--max-length", "16384", "--max-new-tokens", "2")


def growing_model() -> Model:
    """A model whose rotary embedding is scaled by the longest sequence from 16 positions on."""
    torch.manual_seed(0)
    sizes = {"vocab_size": 500, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2}
    more = {"num_attention_heads": 4, "max_position_embeddings": 16, "initializer_range": 0.5}
    rope = {"rope_type": "dynamic", "factor": 4.0, "rope_theta": 10_000.0}
    config = AutoConfig.for_model("llama", **sizes, **more, rope_parameters=rope)
    return AutoModelForCausalLM.from_config(config).eval()


def test_the_end_of_a_turn_is_that_of_the_template() -> None:
    tokenizer = byte_level(["<|im_start|>", "<|im_end|>"])
    named = {tokenizer.eos_token_id} - {None}
    assert CompletionReader(tokenizer).ends == named
    tokenizer.chat_template = CHATML
    assert CompletionReader(tokenizer).ends == {*named, tokenizer.convert_tokens_to_ids("<|im_end|>")}
    tokenizer.chat_template = "{{ raise_exception('no such turns') }}"
    assert CompletionReader(tokenizer).ends == named


@pytest.mark.parametrize("architecture", ["growing", *one_in(5, sorted(ARCHITECTURES))])
def test_completions_do_not_depend_on_those_before(architecture: str) -> None:
    """Each is that of a fresh model, although longer prompts come before shorter ones."""
    growing = architecture == "growing"
    of_growing, of_others = (byte_level, (20, 60, 24, 12, 40, 18), 12), (tiny_tokenizer, (40, 9, 25), 8)
    make_tokenizer, sizes, limit = of_growing if growing else of_others
    tokenizer, generator = make_tokenizer(), torch.Generator().manual_seed(0)
    prompts = [tuple(torch.randint(300, (size,), generator=generator).tolist()) for size in sizes]
    requests = [
        Request(number, f"prompt {number}", Prompt(PromptKind.BASE, "", token_ids=ids), GREEDY, 0, limit)
        for number, ids in enumerate(prompts)
    ]

    def completed(asked: list[Request]) -> list[str]:
        model = growing_model() if growing else tiny_model(architecture, tokenizer)
        backend = TransformersBackend(model, tokenizer, batches=Batches.ALONE)
        return [completion.raw for _, completion in backend.generate(Chains(asked))]

    fresh = [text for request in requests for text in completed([request])]
    assert completed(requests) == fresh
    assert len(set(fresh)) == len(fresh) or not growing


def test_logits_that_are_no_numbers_are_named() -> None:
    model = growing_model()
    assert not looks_ahead(model)
    model.lm_head.weight.data.fill_(torch.nan)
    with pytest.raises(UserError, match="NaN"):
        looks_ahead(model)


def test_a_pointer_of_git_lfs_is_named(tmp_path: Path) -> None:
    growing_model().config.save_pretrained(tmp_path)
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7\n"
    (tmp_path / "model.safetensors").write_text(pointer, encoding="utf-8")
    with pytest.raises(UserError, match=r"model\.safetensors is a Git LFS pointer"):
        load_config(ModelOptions(str(tmp_path)))

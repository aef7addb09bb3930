"""`generation/run.py` from its arguments to its files and to experiment trackers, with real tiny models."""

import importlib.metadata
import importlib.util
import json
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
import torch
from accelerate.tracking import LOGGER_TYPE_TO_CLASS
from places import ROOT
from programs import run_python
from recorded_samples import read_samples
from riddles import Riddle
from shelf_task import COMPLETIONS, LONE, SHELF, SUITE
from tiny_models import CHAT_TEMPLATE, STARCODER_SENTINELS, save_tiny_model, tiny_model, tiny_tokenizer
from tokenizers import pre_tokenizers

from classeval_hf.classes.prompts import ClassPrompts, PromptWriter
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine import task_family
from classeval_hf.generation import command, options
from classeval_hf.generation.command import main
from classeval_hf.generation.engines.backend import Request, Sampling, draws, step_seed
from classeval_hf.generation.engines.model_loading import ModelOptions, load_tokenizer
from classeval_hf.generation.engines.transformers_backend import sample_tokens
from classeval_hf.generation.generating import GenerationJob, Run, StepQueue
from classeval_hf.generation.options import (
    FAMILY_ARGUMENTS,
    FREE_ARGUMENTS,
    OPTIONS,
    Arguments,
    generation_parser,
    read_arguments,
)
from classeval_hf.generation.run_folder import RunFolder
from classeval_hf.metrics.scores import Scores
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import Completion, Strategy

SMALL = ("--split", "open", "--limit", "2", "--max-new-tokens", "12", "--max-length", "4000")
SERVER = ("--backend", "openai", "--base-url", "http://localhost")


def run(model: Path, *arguments: str) -> int:
    return main(["--model", str(model), *SMALL, *arguments])


def samples_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]


@pytest.fixture
def bare(model: Path) -> Path:
    shutil.copytree(model, "bare", ignore=shutil.ignore_patterns("*.safetensors"))
    return Path("bare")


def test_a_run_and_its_files(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(model, "--strategy", "incremental", "--n-samples", "2", "--export-upstream") == 0
    folder = Path("runs/tiny-llama/incremental-n2-t0.2-p1")
    assert sorted(file.name for file in folder.iterdir()) == ["run.json", "samples.jsonl", "upstream.json"]
    samples = samples_in(folder)
    assert [(sample["task_id"], sample["sample"]) for sample in samples] == [
        (f"ClassEvalOpen_{task}", sample) for task in (0, 1) for sample in (0, 1)
    ]
    assert list(samples[0]) == ["task_id", "sample", "strategy", "completion", "steps", "plan_failed"]
    assert len(samples[0]["steps"]) > 1 and all(step["completion_tokens"] <= 12 for step in samples[0]["steps"])
    assert samples[0]["completion"].count("class VolunteerRoster") == 1
    described = json.loads((folder / "run.json").read_text())
    assert " ".join(described) == "schema_version arguments model prompt tasks versions prompts_too_long"
    assert set(described["arguments"]) == {*OPTIONS} - {*FAMILY_ARGUMENTS["repository"], "quiet", "verbose"}
    assert described["arguments"]["temperature"] == 0.2 and described["arguments"]["strategy"] == "incremental"
    assert described["model"]["architecture"] == "LlamaForCausalLM" and len(described["model"]["sha256"]) == 64
    assert described["prompt"]["kind"] == "base" and described["prompt"]["reason"] and described["tasks"]["count"] == 2
    assert described["versions"]["transformers"] == importlib.metadata.version("transformers")
    assert read_samples(folder / "upstream.json") == read_samples(folder / "samples.jsonl")
    printed = capsys.readouterr()
    assert described["prompt"]["reason"] in printed.out
    steps = sum(len(sample["steps"]) for sample in samples)
    assert f"Generating: {steps}/{steps} steps in " in printed.err and "tokens/s" in printed.err


@pytest.mark.usefixtures("consent")
@pytest.mark.filterwarnings("ignore")
def test_a_further_family_is_generated_for(
    model: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a folder and a line here too: prompts, a run that grows, and scores."""
    monkeypatch.setitem(task_family.FAMILIES, "riddle", "riddles:RiddleFamily")
    riddles = [Riddle("r", question="half of 84?", answer="42"), Riddle("s", question="1 + 1?", answer="2")]
    Path("riddles.jsonl").write_text("".join(json.dumps(riddle.to_row()) + "\n" for riddle in riddles))
    command = ["--model", str(model), "--split", "riddles.jsonl", "--max-new-tokens", "6", "--greedy"]
    assert main([*command, "--show-prompt", "r"]) == 0
    assert "# half of 84?\nanswer =\n" in capsys.readouterr().out
    assert main([*command, "--limit", "1"]) == 0 and main([*command, "--score"]) == 0
    folder = Path("runs/tiny-llama/holistic-greedy")
    samples = samples_in(folder)
    assert [(sample["task_id"], sample["steps"][0]["target"]) for sample in samples] == [("r", "code"), ("s", "code")]
    assert all(sample["completion"] == sample["steps"][0]["extracted"] for sample in samples)
    assert json.loads((folder / "metrics.json").read_text())["pass@1"] == 0.0
    capsys.readouterr()
    for wrong, message in (
        (["--strategy", "incremental"], "--strategy incremental is not for riddles.jsonl, which has riddles: use hol"),
        (["--max-calls", "3"], "--max-calls is for repository-level tasks, and has no meaning for --strategy hol"),
    ):
        assert main([*command, *wrong]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.usefixtures("consent")
def test_all_strategies_and_scores(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(model, "--strategy", "all", "--greedy", "--limit", "1", "--output", "out", "--score") == 0
    table = capsys.readouterr().out
    for strategy in ("holistic", "incremental", "compositional"):
        metrics = json.loads(Path("out", strategy, "metrics.json").read_text())
        assert metrics["n_samples"] == 1 and "class_pass@1" in metrics
        assert f" {strategy} 1 1 " in " ".join(table.partition("DEP(M)")[2].split())
        assert samples_in(Path("out", strategy))[0]["strategy"] == strategy


@pytest.mark.usefixtures("consent")
def test_a_run_scored_by_strengthened_tests(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that its tasks have; without any, nothing is generated."""
    shown = [replace(task, skeleton=COMPLETIONS["neither"]) for task in (SHELF, LONE)]
    rows = [replace(shown[0], extra_suites=(SUITE,)).to_row(), shown[1].to_row()]
    Path("tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ["--split", "tasks.jsonl", "--greedy", "--score", "--plus"]
    assert run(model, *command, "--output", "out") == 0
    metrics = json.loads(Path("out/metrics.json").read_text())
    assert metrics["suites"]["plus"]["n_tasks"] == 1 and "class_pass_plus_drop@1" in metrics
    assert "1 of 2 tasks has tests of plus" in capsys.readouterr().err
    assert run(model, *command, "--task-ids", "lone", "--output", "none") == 2
    assert "Task lone has no test suite 'plus'" in capsys.readouterr().err and not Path("none").exists()


def test_planned_strategies_and_seeds(model: Path) -> None:
    for strategy in ("bottom_up", "top_down"):
        assert run(model, "--strategy", strategy, "--greedy", "--limit", "1", "--output", strategy) == 0
        assert all(sample["plan_failed"] for sample in samples_in(Path(strategy))), "random weights make no plan"
    sampled = ("--limit", "1", "--n-samples", "2", "--temperature", "1")
    for folder, *more in (("a",), ("b", "--batch-size", "1"), ("c", "--seed", "1")):
        assert run(model, *sampled, "--output", folder, *more) == 0
    a, b, c = (Path(folder, "samples.jsonl").read_bytes() for folder in "abc")
    assert a == b != c
    first, second = samples_in(Path("a"))[:2]
    assert first["steps"][0]["raw"] != second["steps"][0]["raw"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--greedy", "--n-samples", "5"], "--greedy gives the same completion .* --n-samples 5 needs sampling"),
        (["--greedy", "--temperature", "0.5"], "--greedy does not sample: leave out --temperature"),
        (["--temperature", "0"], "--temperature must be above 0, but is 0.0: for the likeliest token use --greedy"),
        (["--top-p", "1.5"], "--top-p must be above 0 and at most 1"),
        (["--n-samples", "0"], "--n-samples must be at least 1"),
        (["--batch-size", "0"], "--batch-size must be at least 1"),
        (["--task-ids", "ClassEvalOpen_0", "Nope_1"], "error: --task-ids: Unknown task 'Nope_1' in the split open"),
        (["--show-prompt", "Nope_1"], "error: --show-prompt: Unknown task 'Nope_1' in the split open"),
        (["--split", "test"], "classeval-hf install"),
        (["--split", "nowhere.json"], "neither a split .* nor a file or folder"),
        (["--score"], "--score: Scoring runs code that a language model wrote.*HF_ALLOW_CODE_EVAL=1"),
        (["--plus"], "--plus needs --score"),
        (["--backend", "vllm"], "--backend vllm needs vllm, which is not installed: `pip install vllm`"),
        (["--backend", "openai"], "--backend openai needs --base-url"),
        (["--base-url", "http://localhost/v1"], "--base-url has no meaning for --backend transformers"),
        ([*SERVER, "--dtype", "float32"], "--dtype has no meaning for --backend openai"),
        ([*SERVER, "--extra-body", "[]"], "must be a JSON object"),
        ([*SERVER, "--extra-body", '{"temperature": 1}'], "--extra-body has temperature, which --temperature decides"),
        ([*SERVER, "--extra-body", '{"n": 2}'], "--extra-body has n, which --n-samples decides"),
        ([*SERVER, "--extra-body", "{"], r"--extra-body is not valid JSON: .*\. Write it as '{\"key\": 1}'\."),
        (["--quantization", "4bit"], "needs bitsandbytes"),
        (["--fim-families", "nowhere.json"], "there is no file nowhere.json"),
        (["--model", "./nowhere"], "there is no folder ./nowhere"),
        (["--model", "~/models/tiny"], "there is no folder ~/models/tiny. `~` stands for no folder"),
        (["--model", "data/models/tiny"], "there is no folder data/models/tiny. A model of the Hub is named"),
        (["--output", "/proc/nowhere"], "/proc/nowhere"),
        (["--output", "a-file"], "a-file is a file"),
        (["--max-length", "300"], "Task ClassEvalOpen_0.*the prompt has"),
        (["--prompt", "fim"], "No fill-in-the-middle family is known"),
    ],
)
@pytest.mark.usefixtures("hf_home")  # where the split test is not installed
def test_bad_input_is_found_first(
    bare: Path, arguments: Sequence[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for package, word in (("bitsandbytes", "--quantization"), ("vllm", "vllm")):
        if word in arguments and find_spec(package):
            pytest.skip(f"{package} is installed")
    Path("a-file").touch()
    assert run(bare, *arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("run.py: error: ") and re.search(message, error, re.DOTALL)


def test_slips_in_the_path_of_a_model_and_in_options(model: Path) -> None:
    """A path of two parts may be a name on the Hub too, so that there is a warning alone."""
    Path("models", "demo_model").mkdir(parents=True)
    with pytest.warns(UserWarning, match=r"there is no folder models/demo_modle.* Did you mean models/demo_model\?"):
        read_arguments(vars(generation_parser().parse_args(["--model", "models/demo_modle", "--split", "open"])))
    with pytest.raises(SystemExit, match="2"):
        main(["--model", str(model), "--strategy", "sideways"])
    assert {"output", "batch_size", "score"} <= FREE_ARGUMENTS <= {*OPTIONS}


def test_defaults_and_the_papers_preset() -> None:
    def parse(*options: str) -> Arguments:
        return read_arguments(vars(generation_parser().parse_args(["--model", "bigcode/starcoder", *options])))

    arguments = parse()
    decoding = arguments.decoding
    assert (arguments.tasks.split, decoding.n_samples, decoding.max_length) == ("test", 5, None)
    assert (decoding.temperature, decoding.top_p, decoding.top_k) == (0.2, 1.0, 0)
    assert arguments.folder(Strategy.HOLISTIC) == Path("runs/bigcode--starcoder/holistic-n5-t0.2-p1")
    greedy = parse("--greedy", "--strategy", "all")
    assert greedy.decoding.temperature == 0.0 and greedy.decoding.n_samples == 1
    folders = " ".join(greedy.folder(strategy).name for strategy in greedy.strategies)
    assert folders == "holistic-greedy incremental-greedy compositional-greedy"
    paper = parse("--preset", "paper").decoding
    assert (paper.max_length, paper.n_samples) == (2048, 5)
    assert (paper.temperature, paper.top_p, paper.top_k) == (0.2, 1.0, 0)
    other = parse("--preset", "paper", "--max-length", "4096", "--n-samples", "2", "--temperature", "0.7").decoding
    assert (other.max_length, other.n_samples, other.temperature) == (4096, 2, 0.7)
    greedy = parse("--greedy", "--preset", "paper").decoding
    assert (greedy.max_length, greedy.n_samples, greedy.temperature) == (2048, 1, 0.0)


def test_tasks_from_a_file(model: Path, open_tasks: list[ClassTask]) -> None:
    rows = [task.to_row() for task in open_tasks[3:6]]
    Path("tasks.json").write_text(json.dumps(rows))
    Path("tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), "tasks.parquet")
    wanted = open_tasks[4].task_id
    for ending in ("json", "jsonl", "parquet"):
        chosen = ("--split", f"tasks.{ending}", "--task-ids", wanted, "--max-new-tokens", "2")
        assert run(model, *chosen, "--greedy", "--output", ending) == 0
        assert [sample["task_id"] for sample in samples_in(Path(ending))] == [wanted]


def test_show_prompt_needs_no_weights(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bare / "chat_template.jinja").write_text(CHAT_TEMPLATE)
    shown = ["--model", str(bare), *SMALL, "--show-prompt", "ClassEvalOpen_1"]
    assert main([*shown, "--strategy", "incremental"]) == 0
    text = capsys.readouterr().out
    assert "<|system|>\nProvided below is an instruction" in text and "<|assistant|>\n" in text
    assert text.count("========== ClassEvalOpen_1, incremental, step") > 2
    assert text.startswith("In a run, later prompts contain the model's earlier text. Here the reference replaces it")
    assert not Path("runs").exists() and main([*shown, "--strategy", "all", "--prompt", "base"]) == 0
    text = capsys.readouterr().out
    assert "holistic, step 0: class, base" in text and "<|user|>" not in text


def test_shown_prompts_are_those_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = save_tiny_model(Path("fim"), "gpt_bigcode", sentinels=STARCODER_SENTINELS)
    options = ["--model", str(folder), *SMALL, "--strategy", "compositional", "--prompt", "fim", "--greedy"]
    assert main([*options, "--show-prompt", "ClassEvalOpen_0"]) == 0
    shown = capsys.readouterr().out
    asked: list[str] = []
    receive = StepQueue.receive

    def watch(self: StepQueue, request: Request, completion: Completion) -> None:
        asked.append(request.prompt.text)
        receive(self, request, completion)

    monkeypatch.setattr(StepQueue, "receive", watch)
    assert main([*options, "--limit", "1", "--output", "out"]) == 0
    assert len(asked) > 1 and all(f"\n{text}\n=====" in shown for text in asked)
    assert all(text.startswith("<fim_prefix>") for text in asked)


def run_of(strategy: Strategy) -> Run:
    """A run with prompts without a tokenizer, as a server's are."""
    writer = PromptWriter(choose_prompt("m", None, "base", strategy), None)
    return Run(strategy, RunFolder(Path("nowhere")), writer, ClassPrompts())


def test_a_step_is_asked_as_soon_as_it_can_be(open_tasks: list[ClassTask]) -> None:
    """A finished step's follower is there at once, beside steps of other chains, of which few are open at a time."""
    incremental = run_of(Strategy.INCREMENTAL)
    jobs = [GenerationJob(incremental, task, 0) for task in open_tasks[:3]]
    queue = StepQueue(iter(jobs), Sampling(), 4000)
    first = queue.take(3)
    assert len(first) == 3 and queue.take(1) == []
    lengths = [len(request.prompt.text) for request in first]
    assert lengths == sorted(lengths, reverse=True)
    queue.receive(first[1], Completion("pass"))
    (follower,) = queue.take(8)
    assert follower.name.split(",")[0] == first[1].name.split(",")[0] and "step 1" in follower.name
    opened, holistic = [], run_of(Strategy.HOLISTIC)

    def jobs() -> Any:
        for number in range(1000):
            opened.append(number)
            yield GenerationJob(holistic, open_tasks[number % 14], number // 14)

    queue = StepQueue(jobs(), Sampling(), 4000)
    assert len(queue.take(4)) == 4 and len(opened) < 50


def test_sampled_tokens_have_the_models_distribution() -> None:
    assert draws(1, 20)[:5] == draws(1, 5) != draws(2, 5)
    seeds = {step_seed(0, task, sample, step) for task in ("a", "b") for sample in range(5) for step in range(5)}
    assert len(seeds) == 50 and all(0 <= seed < 2**31 for seed in seeds)
    assert step_seed(0, "a", 0, 0) != step_seed(1, "a", 0, 0)
    scores = torch.tensor([2.0, 1.0, 0.5, -1.0, -torch.inf])
    numbers = torch.tensor(draws(3, 3_000), dtype=torch.float64)

    def shares(sampling: Sampling) -> torch.Tensor:
        return torch.bincount(sample_tokens(scores.expand(3_000, -1), sampling, numbers), minlength=5) / 3_000

    assert torch.allclose(shares(Sampling(1.0)), scores.softmax(-1), atol=0.015)
    assert torch.allclose(shares(Sampling(0.5)), (scores / 0.5).softmax(-1), atol=0.015)
    likeliest = torch.tensor([2.0, 1.0]).softmax(-1)
    assert torch.allclose(shares(Sampling(1.0, top_k=2))[:2], likeliest, atol=0.015)
    # The first token has .61 of the probability; the nucleus of .65 holds it and the one that passes .65.
    assert torch.allclose(shares(Sampling(1.0, top_p=0.65))[:2], likeliest, atol=0.015)
    assert shares(Sampling(1.0, top_p=0.6)).tolist() == [1.0, 0, 0, 0, 0] and shares(Sampling(1.0))[4] == 0


@pytest.mark.parametrize("vocabulary", [5, 512, 700, 5_000])
def test_sampled_tokens_are_those_of_the_cumulative_sum(vocabulary: int) -> None:
    """However tokens are summed: the first at which the probabilities of all before it pass the number."""
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(300, vocabulary, generator=generator) * 6
    scores[:, 2::3] = -torch.inf
    numbers = torch.rand(300, generator=generator, dtype=torch.float64)
    numbers[:2] = torch.tensor([0.0, 1 - 2**-53], dtype=torch.float64)
    cumulative = scores.softmax(-1, dtype=torch.float64).cumsum(-1)
    expected = torch.searchsorted(cumulative, numbers[:, None] * cumulative[:, -1:], right=True)[:, 0]
    chosen = sample_tokens(scores, Sampling(1.0), numbers)
    assert torch.equal(chosen[2:], expected[2:]) and scores.gather(1, chosen[:, None]).isfinite().all()


def test_the_tokenizers_file_is_right(tmp_path: Path) -> None:
    """A class that builds its own pre-tokenizer must not undo the file's, which splits numbers into digits."""
    tokenizer = tiny_tokenizer()
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.save_pretrained(tmp_path)
    tiny_model("starcoder2", tokenizer).config.save_pretrained(tmp_path)
    config = json.loads((tmp_path / "tokenizer_config.json").read_text())
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({**config, "tokenizer_class": "GPT2Tokenizer"}))
    loaded, note = load_tokenizer(ModelOptions(str(tmp_path)))
    assert loaded("x = 1024")["input_ids"] == tokenizer("x = 1024")["input_ids"]
    assert not note or "tokenizer.json is used as it is" in note


def test_the_script() -> None:
    """A script's folder comes first on the path, so that none of its files may be called as what others import."""
    ours = {file.stem for file in (ROOT / "generation").glob("*.py")} - {"__init__"}
    assert not ours & set(sys.stdlib_module_names) and not ours & set(importlib.metadata.packages_distributions())
    result = run_python("-I", "-S", ROOT / "generation" / "run.py")
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1 and "pip install -e '.[generation]'" in result.stderr


LOGGED = ("--split", "open", "--limit", "1", "--max-new-tokens", "8", "--max-length", "4000", "--greedy")


@pytest.mark.usefixtures("consent")
def test_scores_are_read_back_from_tensorboard(model: Path) -> None:
    pytest.importorskip("tensorboard", reason="tensorboard is not installed")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    command = ["--model", str(model), *LOGGED, "--output", "out", "--score", "--log", "tensorboard"]
    assert main(command) == 0
    metrics = json.loads(Path("out", "metrics.json").read_text())
    events = EventAccumulator(str(Path("out", "tensorboard", "classeval")))
    events.Reload()
    averages = Scores.from_dict(metrics).averages
    assert set(events.Tags()["scalars"]) == {f"holistic/{name}" for name in averages}
    (point,) = events.Scalars("holistic/class_pass@1")
    assert (point.step, point.value) == (0, metrics["class_pass@1"])
    (config,) = Path("out", "tensorboard").rglob("hparams.yml")
    assert "model: tiny-llama\n" in config.read_text() and str(model.parent) not in config.read_text()


@pytest.mark.usefixtures("consent")
def test_wandb_offline_keeps_no_command_line(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is written without an account, with the scores and without the arguments of the process."""
    pytest.importorskip("wandb", reason="wandb is not installed")
    monkeypatch.setenv("WANDB_MODE", "offline")
    command = ["--model", str(model), *LOGGED, "--output", "out", "--score", "--log", "wandb"]
    assert main(command) == 0
    (written,) = Path("out", "wandb").glob("offline-run-*/*.wandb")
    content = written.read_bytes()
    assert b"holistic/class_pass_at_1" in content and b"tiny-llama" in content and str(model).encode() not in content


def test_a_missing_library_is_named(
    model: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(options, "find_spec", lambda name: None if name in options.TRACKERS else find(name))
    for name in options.TRACKERS:
        assert main(["--model", str(model), *LOGGED, "--score", "--log", name]) == 2
        error = capsys.readouterr().err
        assert f"--log {name} needs {name}, which is not installed: `pip install {name}`." in error
    assert main(["--model", str(model), *LOGGED, "--log", "wandb"]) == 2
    assert "--log needs --score." in capsys.readouterr().err and not Path("runs").exists()


def test_names_are_valid_for_each_tracker_and_no_secret_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = tmp_path / "mine.jsonl"
    tasks.touch()
    secret = {"base_url": "https://user:secret@host/v1", "extra_body": '{"key": "secret"}', "output": tmp_path}
    given: dict[str, Any] = {**secret, "split": str(tasks), "backend": "openai", "task_ids": ("a", "b")}
    averages = {"class_pass@1": 0.5, "class_pass@1_sound": 1.0}
    empty = {"schema_version": 3, "n_tasks": 1, "n_samples": 1, "metric_version": "1.2.0", "results": {}}
    scores = Scores.from_dict({**empty, **averages})
    configs: list[dict[str, Any]] = []
    logged: list[dict[str, float]] = []

    class Tracker:
        store_init_configuration = staticmethod(configs.append)

        def __init__(self, project: str, **settings: Any) -> None:
            assert project == command.PROJECT

        def log(self, values: dict[str, float], step: int) -> None:
            logged.append(values)

        def finish(self) -> None:
            assert len(configs) == len(logged)

    for name in options.TRACKERS:
        monkeypatch.setitem(LOGGER_TYPE_TO_CLASS, name, Tracker)
        arguments = options.Arguments.of(model="org/name", **given, log=name)
        command.log_scores({Strategy.HOLISTIC: scores}, arguments, tmp_path)
    found = dict(zip(options.TRACKERS, logged, strict=True))
    for config in configs:
        assert "secret" not in str(config) and str(tmp_path) not in str(config)
        assert (config["model"], config["split"], config["task_ids"]) == ("org/name", "mine.jsonl", "a, b")
        assert all(isinstance(value, (str, int, float, bool)) for value in config.values())
    assert found["tensorboard"] == found["trackio"]
    assert found["tensorboard"] == {f"holistic/{name}": value for name, value in averages.items()}
    assert set(found["wandb"]) == {"holistic/class_pass_at_1", "holistic/class_pass_at_1_sound"}

# `make demo` scores the completions that come with the package and lets a tiny model generate some; `make test` runs the
# suite offline. What each target runs, when it is asked for and how long it takes: CONTRIBUTING.md.
# PYTHON picks the interpreter that `.venv` is made with.
PYTHON ?= python3
BIN := .venv/bin
# Tests that run at a time. More than cores, since many of them wait.
WORKERS ?= 3
# A process that runs out of tests takes some of another's. Where the time went is written to build/.
SIDE_BY_SIDE = -n $(WORKERS) --dist worksteal --durations-file=build/durations-$@.txt
# Rooms whose tests use libraries: the others use hardly more than the standard library.
LIBRARIES := hub runs reports metrics tasks
LOADING := generation/engines/test_checkpoints.py
OFFLINE := HF_HUB_OFFLINE=1 HF_EVALUATE_OFFLINE=1 PYTHONDONTWRITEBYTECODE=
# The suite starts many processes that import the package. Byte code saves each of them from compiling it, and that of
# the tests is kept for the next suite, also where PYTHONDONTWRITEBYTECODE is set. Tasks and projects are none of it.
COMPILE := -m compileall -q -x '/open_(tasks|projects)/' classeval_hf
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test test-slow test-full test-lowest lint docs clean

# A class that the model knows and one that it does not, so that the table shows passes and failures.
DEMO := --split open --task-ids ClassEvalOpen_1 ClassEvalOpen_4
DEMO_PROJECTS := --tasks open_repo --task-ids OpenRepo_stitchwork_0 --max-calls 1 --max-new-tokens 64
RUN_DEMO := OMP_NUM_THREADS=1 HF_ALLOW_CODE_EVAL=1 $(BIN)/accelerate launch --num_processes 1 --num_machines 1 \
	--mixed_precision no --dynamo_backend no generation/run.py --model hub_cards/demo_model --strategy all --greedy --score

demo: .venv/generation
	$(BIN)/classeval-hf install
	$(BIN)/classeval-hf demo
	rm -rf runs/demo runs/demo_projects
	$(RUN_DEMO) $(DEMO) --output runs/demo
	$(RUN_DEMO) $(DEMO_PROJECTS) --output runs/demo_projects

test: .venv/test
	$(BIN)/python $(COMPILE)
	$(BIN)/classeval-hf install
	$(OFFLINE) $(BIN)/python -m pytest $(SIDE_BY_SIDE) -m "not slow and not full"

# What takes long and is seen by no other test.
test-slow: .venv/test
	$(BIN)/python $(COMPILE)
	$(OFFLINE) $(BIN)/python -m pytest $(SIDE_BY_SIDE) -m "slow and not full"

# Everything: each tier, user, recorded run and architecture.
test-full: .venv/test
	$(BIN)/python $(COMPILE)
	$(BIN)/classeval-hf install
	$(OFFLINE) CLASSEVAL_HOSTILE=all $(BIN)/python -m pytest $(SIDE_BY_SIDE)

# Against the lowest versions that pyproject.toml claims; datasets 3.6 also runs the loading script. What old libraries
# warn of is no error there. Those of generation need a later huggingface-hub, and so an environment of their own.
test-lowest: .venv-lowest/test .venv-lowest-generation/test
	.venv-lowest/bin/python $(COMPILE)
	$(OFFLINE) .venv-lowest/bin/python -m pytest -W default $(SIDE_BY_SIDE) -m "not full" $(LIBRARIES:%=tests/%)
	$(OFFLINE) .venv-lowest-generation/bin/python -m pytest -W default -m "not slow and not full" $(LOADING:%=tests/%)

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/classeval-hf validate

# Broken links and names that do not exist end the build.
docs: .venv/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean:
	rm -rf .venv .venv-lowest .venv-lowest-generation build dist *.egg-info

# Each stamp is newer than what it was installed from, so that a change of the pins or extras installs again.
.venv/base: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/generation: .venv/base
	$(PIP) --editable '.[generation,agent]'
	touch $@

.venv/test: .venv/generation
	$(PIP) --editable '.[tasks,generation,inspect,cluster,space,test]'
	touch $@

.venv/docs: .venv/base
	$(PIP) --editable '.[docs]'
	touch $@

.venv-lowest/test: pyproject.toml constraints-lowest.txt
	test -x .venv-lowest/bin/python || $(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints-lowest.txt --editable '.[tasks,test]'
	touch $@

.venv-lowest-generation/test: pyproject.toml constraints-lowest-generation.txt
	test -x .venv-lowest-generation/bin/python || $(PYTHON) -m venv .venv-lowest-generation
	.venv-lowest-generation/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints-lowest-generation.txt --editable '.[generation]' pytest hypothesis
	touch $@

# Everything a developer runs. The first two need nothing but Python 3.11+, make and git.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check torture fix run setup

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(BIN)/.runtime  ## look papers up in the terminal, on what ships with the bot
	@$(BIN)/paperbot demo

test: $(BIN)/.dev  ## run the tests
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder

check: $(BIN)/.dev  ## format, lint, types, import rule and tests: what CI runs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder

torture: $(BIN)/.dev  ## the long form of tests/torture, with counts: about an hour of bad luck
	$(BIN)/python -m tests.torture

fix: $(BIN)/.dev  ## format, and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

run: $(BIN)/.runtime  ## start every platform that .env configures
	$(BIN)/paperbot run

bench: $(BIN)/.bench  ## measure lookup and matching beside their peers: an hour and 4 GB of disk
	$(BIN)/python benchmarks/lookup.py --plot
	$(BIN)/python benchmarks/matching.py

setup: $(BIN)/.dev  ## make .venv with paperbot, its encoder of meaning and the developers' tools

# The lock is installed first and exactly; the project itself brings no dependency of its own choice.
$(BIN)/.runtime: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	$(BIN)/python -m pip check --disable-pip-version-check >/dev/null
	touch $@

$(BIN)/.dev: $(BIN)/.runtime requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	touch $@

$(BIN)/.bench: $(BIN)/.dev requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	touch $@

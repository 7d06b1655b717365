# Two commands do all the set-up on a machine that has Python 3.11 or newer, make and git:
#   make run     install into .venv and start
#   make test    everything that CI runs
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: run test lint golden bench proof clean

run: $(READY)
	@$(BIN)/sunroom || [ $$? -eq 130 ]  # Ctrl-C is no error

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sunroom needs Python 3.11 or newer; name one with make PYTHON=python3.12")'
	@echo "Preparing .venv (once, about a minute) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,cluster]'
	@touch $@

test: lint
	$(BIN)/pytest -n auto
	@echo "The compiled rules once more, with bounds checked:"
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n auto -q -k compiled tests/test_conformance.py src/sunroom/games
	@echo "What people use once more, without numba:"
	SUNROOM_PLAIN=1 $(BIN)/pytest -n auto -q tests/test_cli.py tests/test_golden.py tests/test_match.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

golden: $(READY)
	$(BIN)/python tests/golden.py
	$(BIN)/python docs/render.py

bench: $(READY)
	$(BIN)/sunroom bench --record bench

proof: $(READY)
	$(BIN)/python bench/proof.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Rauswurf: `make run` serves the site, `make test` tests it.
# It takes Python 3.11 or newer with venv, and a package index; PYTHON names another one: make run PYTHON=python3.13

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# In a fresh clone only; later each process compiles what has changed.
BYTECODE := tests/__pycache__
SCRIPTS := games/static tournaments/static config/static
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno

.PHONY: help run quick test test-all endurance check lint scripts format types playouts prepared suite messages openapi offline-rules bench clean

help:
	@echo "make run       serve the site on http://127.0.0.1:8000 (PORT=9000 make run)"
	@echo "make quick     the tests that need no browser, no other process and no whole event, on SQLite: while one works"
	@echo "make test      style, types and the tests of every promise, on SQLite and what concerns it on PostgreSQL"
	@echo "make test-all  style, types and every test, on SQLite and on PostgreSQL: before a release"
	@echo "make endurance  the tests of races, bad networks, power cuts and nonsense in full: hours"
	@echo "make check     style and types alone"
	@echo "make format    put the code into its form"
	@echo "make messages  bring the German catalogue up to date"
	@echo "make openapi   write docs/reference/openapi.json, the description of the REST interface"
	@echo "make offline-rules  write the rules as JavaScript, for the phone, from those in Python"
	@echo "make bench     measure, beside this machine's calibration line; in full: RAUSWURF_BENCH=whole make bench"
	@echo "make clean     remove what was set up; the data stay"

# --- the environment: made once, and again when the requirements change ---------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Rauswurf needs Python 3.11 or newer; name one: make run PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "This Python cannot make a virtual environment. On Debian: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.txt | $(BIN)/python
	@echo "Installing requirements.txt into $(VENV)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements.txt | $(BIN)/python
	@echo "Installing requirements-dev.txt into $(VENV)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# --- what one does --------------------------------------------------------------------------------------

run: $(VENV)/run.stamp
	@$(BIN)/python manage.py migrate --no-input --verbosity 0
	@WEBHOOKS_TO_THIS_MACHINE=$${WEBHOOKS_TO_THIS_MACHINE:-true} exec $(BIN)/python manage.py serve

quick: $(VENV)/dev.stamp $(BYTECODE)
	@$(BIN)/python -m tests.run --quick

test: prepared
	@$(MAKE) --no-print-directory --jobs=2 types suite

test-all: prepared
	@$(MAKE) --no-print-directory --jobs=2 types suite TIER=--all

# Beside mypy, which uses one core only, so that no core waits for it.
suite: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.run $(TIER)

endurance: $(VENV)/dev.stamp
	@RAUSWURF_TESTS=whole $(BIN)/python -m tests.run --all tests/endurance

# Side by side, the longest first: mypy uses one core only.
CHECKS := types scripts lint

check: $(VENV)/dev.stamp
	@$(MAKE) --no-print-directory --jobs=2 $(CHECKS)

# Tests find the playouts and themselves compiled: otherwise all processes would compile the same at once.
prepared: $(VENV)/dev.stamp
	@$(MAKE) --no-print-directory --jobs=2 playouts $(BYTECODE) scripts lint

$(BYTECODE): | $(VENV)/dev.stamp
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest --collect-only -qq > /dev/null

lint: $(VENV)/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

scripts: $(VENV)/dev.stamp
	@$(DENO) lint --quiet $(SCRIPTS)
	@$(DENO) check --quiet $(SCRIPTS)

types: $(VENV)/dev.stamp
	@$(BIN)/mypy

playouts: $(VENV)/dev.stamp
	@$(BIN)/python -m rules.simulate || true

format: $(VENV)/dev.stamp
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

openapi: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.openapi

messages: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.catalogue

offline-rules: $(VENV)/run.stamp
	@$(BIN)/python manage.py build_offline_rules

bench: $(VENV)/dev.stamp
	@nice $(BIN)/python -m bench

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# What one does with this repository. PYTHON chooses the interpreter of .venv.

PYTHON ?= python3
LOCK_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/requirements.lock
DEVELOPMENT := $(VENV)/requirements-dev.lock
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate $(LOCK_ARGS)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test lint lock bench strength pictures faults wheel messages tools clean

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1:\2/p' $(MAKEFILE_LIST) | awk -F: '{ printf "%-12s %s\n", $$1, $$2 }'

run: $(RUNTIME) ## serve the game and print the address to open
	@exec $(BIN)/python -m app serve

# Those in a browser wait a good deal, and run beside the others; what is chosen runs in one.
test: tools $(DEVELOPMENT) ## run every test, those in a browser included (PYTEST_ARGS)
ifdef PYTEST_ARGS
	@$(BIN)/python -m pytest $(PYTEST_ARGS)
else
	@$(BIN)/python -m pytest --ignore=tests/browser & others=$$!; \
		$(BIN)/python -m pytest tests/browser; browser=$$?; wait $$others && exit $$browser
endif

lint: $(DEVELOPMENT) ## check style, types, layers, templates, Dockerfile and installed packages
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --check templates
	$(BIN)/djlint --lint templates
	$(BIN)/hadolint Dockerfile
	$(BIN)/python -m pip check

lock: $(DEVELOPMENT) ## resolve both lock files again (LOCK_ARGS=--upgrade for newer releases)
	$(COMPILE) --extra postgres --extra solver -o requirements.lock
	$(COMPILE) --extra postgres --extra solver --group dev -c requirements.lock -o requirements-dev.lock

bench: $(DEVELOPMENT) ## measure the speed of the engine and the server
	@$(BIN)/python -m tests.bench

strength: $(DEVELOPMENT) ## play the games of the solver that are not kept yet, for hours, and write the table
	@$(BIN)/python -m tests.bench.strength

pictures: $(DEVELOPMENT) ## draw the icons, and take the pictures of the README from the running product
	@$(BIN)/python -m tests.pictures

faults: tools $(DEVELOPMENT) ## the whole fault suite: thousands of kills, cuts, races and lost answers
	@$(BIN)/python -m tests.faults

wheel: $(DEVELOPMENT) ## build the wheel into dist
	@$(BIN)/hatchling build --target wheel

messages: $(DEVELOPMENT) ## collect the sentences of the code in locale/messages.pot and in every catalogue
	@$(BIN)/pybabel --quiet extract -F pyproject.toml --omit-header --no-wrap --add-location=file -o locale/messages.pot .
	@$(BIN)/pybabel --quiet update -i locale/messages.pot -d locale --no-fuzzy-matching --no-wrap \
		--ignore-obsolete --ignore-pot-creation-date

tools: ## see that Chromium and PostgreSQL are there, which the tests need
	@PYTHON='$(PYTHON)' sh .ci/tools

clean: ## remove what these commands made, but no data
	rm -rf $(VENV) dist test-results .mypy_cache .ruff_cache .pytest_cache .hypothesis .numba .import_linter_cache
	find app migrations tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/%.lock: %.lock | $(BIN)/python
	@echo "Installing the packages of $< into $(VENV). The first time this takes about a minute."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@cp $< $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo '$(PYTHON) is not Python 3.11 or newer; name one that is: make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo '$(PYTHON) lacks venv; Debian has it in the package python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

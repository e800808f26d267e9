# Everything lives in .venv, made on the first call from the hashed lock file and renewed when the lock changes.
# A machine needs python3 (3.11 or newer, with venv), make and a package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
SCENARIO ?= scenarios/oktoberfest.yaml
JOBS ?= auto
# The lock file is that of Linux: on another system UNLOCKED=1 takes the newest packages that fit.
UNLOCKED ?=
SINCE ?= main
# A process that dies ends the run, which names its test: one started in its place waits for ever.
SIDE_BY_SIDE := -n $(JOBS) --dist loadscope --no-loadscope-reorder --max-worker-restart=0
# Positions laid by hand are played as plain Python, for which no rule has to be compiled by itself; `make verify` compiles them.
POSITIONS := $(patsubst %,tests/core/test_%.py,dealing positions rule_errors taking) $(patsubst %,tests/games/festo/test_%.py,imagined unseen) \
	tests/games/biergarten/test_any_garden.py $(patsubst %,tests/games/oktoberfest/test_%.py,figures wilds) \
	$(wildcard tests/games/*/test_personas.py tests/games/*/test_rulebook.py)
SMOKE := tests/core tests/scenario tests/analysis tests/games/black_death scenarios/black_death.yaml

PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Lock files bear neither addresses nor paths: whoever installs chooses the index. --strip-extras: a lock holds pins only.
PIP_COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

# Where it is set, every process that a test starts compiles the package's sources anew, a third of a second each.
unexport PYTHONDONTWRITEBYTECODE
# Threads for large matrices, of which there are none here, wait at full speed for a fifth of a second in each process.
export OPENBLAS_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help setup sweep test smoke verify balance lint format bench personas metrics coverage validation licences schema pythondoc gallery site browser dist lock lines clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r target what; do printf '%-16s %s\n' "$$target" "$$what"; done

setup: $(READY) ## make .venv with everything in it (a minute); the other targets do so by themselves

$(LOCKED): requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) $(if $(UNLOCKED),hatchling editables --editable '.[dev]',--require-hashes -r requirements-dev.lock)
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	$(PIP_INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

sweep: $(READY) ## play the example sweep and write its report (SCENARIO=file.yaml for another)
	$(BIN)/balancer sweep "$(SCENARIO)"

test: $(READY) ## every routine test, as many side by side as there are cores (JOBS=1: one after the other)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE) $(POSITIONS); positions=$$?; \
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(POSITIONS:%=--ignore=%) && exit $$positions

smoke: $(READY) ## quick tests, for another Python: make smoke PYTHON=python3.13 VENV=.venv-3.13
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(SMOKE)
	$(BIN)/balancer run black_death --games 1000

verify: $(READY) ## the long statistics, ten times the generated examples, and each rule compiled by itself
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -m "verify or hypothesis" -o faulthandler_timeout=7200
	$(BIN)/python -m pytest $(POSITIONS)

lint: $(READY) ## style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(READY) ## put the sources in order
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

balance: $(READY) ## the checks and baselines of all shipped scenarios, in full (minutes)
	$(BIN)/balancer check scenarios/*.yaml

bench: $(READY) ## measure the speed, against the naive reference in the same run
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.own_games

personas: $(READY) ## write the tables of personas in the documentation again
	$(BIN)/python docs/make_personas.py

validation: $(READY) ## write the table of public games whose figures are known again
	$(BIN)/python docs/make_validation.py

metrics: $(READY) ## write the documentation's list of metrics again
	$(BIN)/python docs/make_metrics.py

coverage: $(READY) ## measure how often intervals hold and checks fail by chance (an hour)
	$(BIN)/python docs/make_coverage.py

licences: $(READY) ## write the documentation's list of licences again
	$(BIN)/python docs/make_licences.py

schema: $(READY) ## write the schemas again: of scenarios, for editors, and of what --json writes
	$(BIN)/python docs/make_json_schemas.py
	$(BIN)/balancer schema -o scenarios/balancer.schema.json

pythondoc: $(READY) ## run the examples of docs/from-python.md and write their output again
	$(BIN)/python docs/make_from_python.py

gallery: $(READY) ## write the example pages in reports/gallery again
	$(BIN)/python reports/make_gallery.py

site: $(READY) ## build the documentation as a site, build/site/index.html
	test -x $(VENV)-site/bin/mkdocs || $(PYTHON) -m venv $(VENV)-site
	$(VENV)-site/bin/python -m pip install --quiet --disable-pip-version-check -r docs/site-requirements.txt
	$(BIN)/python docs/make_site.py build/site-pages
	NO_MKDOCS_2_WARNING=1 $(VENV)-site/bin/mkdocs build --strict --quiet

browser: $(READY) ## compile the shipped games for pages that play, as the wheel holds them (two minutes)
	$(BIN)/python -m balancer.browser

dist: browser ## build wheel and source distribution in dist/, and play with both in bare environments
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist
	.ci/dist dist

lock: $(READY) ## resolve the dependencies again, to the newest that fit (minutes)
	$(PIP_COMPILE) --upgrade --output-file requirements.lock pyproject.toml
	$(PIP_COMPILE) --upgrade --constraint requirements.lock --extra dev --all-build-deps --output-file requirements-dev.lock pyproject.toml

lines: $(READY) ## lines of Python per package, and the change since main (SINCE=commit for another)
	@$(BIN)/python docs/make_lines.py "$(SINCE)"

clean: ## remove .venv and every cache; reports stay
	rm -rf $(VENV) .venv-* .*_cache .hypothesis .numba-cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

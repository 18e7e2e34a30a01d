# Every target sets up what it needs on a machine with only Python (3.11 or later), pip, venv and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
USABLE := $(VENV)/.usable
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help setup play serve reproduce test settings fuzz lint bench docs clean

help:            ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 10

setup: $(READY)  ## create .venv and install the project into it, with everything for working on it

$(USABLE): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "equipoise needs Python 3.11 or later; set PYTHON=")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	touch $@

$(READY): $(USABLE)
	$(PIP) --upgrade 'pip>=25.1'
	$(PIP) --group peers --group tools --editable '.[plots]'
	touch $@

BLUEPRINT := results/play/blueprint
play: $(USABLE)  ## the main job: abstract, solve, translate and play no-limit hold'em, and measure it
	@echo "No-limit hold'em, 500 big blinds: abstracted to four actions and 4,096 river buckets, solved half a minute:"; echo
	@$(BIN)/equipoise solve holdem-nolimit:500bb --bets fcpa --cards ir169.64.8.8 --seconds 30 --out $(BLUEPRINT)
	@echo; echo "Played in the real game, its bets read in three ways, against two who know how hard translation reads them"
	@echo "(naive never looks at its cards):"; echo
	@$(BIN)/equipoise tournament $(BLUEPRINT):name=hard $(BLUEPRINT):translation=soft,name=soft \
	  $(BLUEPRINT):translation=pseudo-harmonic,name=harmonic naive-pa:strategy=$(BLUEPRINT),name=naive \
	  plus-minus:strategy=$(BLUEPRINT),name=plus-minus --game holdem-nolimit:500bb --hands 100000 --duplicate
	@echo; echo "Two of them on 2,000 hands, by money and by AIVAT, which knows both policies:"; echo
	@$(BIN)/equipoise match $(BLUEPRINT):name=hard plus-minus:strategy=$(BLUEPRINT),name=plus-minus \
	  --game holdem-nolimit:500bb --hands 1000 --duplicate --estimator aivat
	@echo; echo "How much it loses at least to somebody who knows it, in the real game with all bets (mb/hand):"; echo
	@$(BIN)/equipoise bound $(BLUEPRINT) --game holdem-nolimit:500bb --hands 400
	@$(BIN)/equipoise bound $(BLUEPRINT):translation=soft --game holdem-nolimit:500bb --hands 400
	@echo; echo "Go on: equipoise match person $(BLUEPRINT) --game holdem-nolimit:500bb | equipoise show $(BLUEPRINT)"
	@echo "       equipoise reproduce --list"
	@echo "In the browser, with this blueprint among the opponents: make serve"

serve: $(USABLE) ## the page: play, look at strategies, solve spots, watch runs, in the browser
	@$(BIN)/equipoise serve

reproduce: setup ## every published table at full scale; hours
	$(BIN)/equipoise reproduce --scale full

test: setup      ## all tests: unit, property, doctests, documentation snippets
	PYTHONWARNDEFAULTENCODING=1 $(BIN)/python -m pytest -n 2 --dist worksteal

settings: setup  ## the numeric tests as other processors, locales and hash seeds would run them
	$(BIN)/python tests/settings.py --workers 2 $(SETTINGS)

fuzz: setup      ## the rules against peers, agents against random bets, and 200,000 damaged inputs
	$(BIN)/python tests/fuzz_rules.py --hands 10000
	$(BIN)/python tests/fuzz_agents.py --hands 50000
	$(BIN)/python -m tests.fuzz_inputs --inputs 200000 --keep build/fuzz

lint: setup      ## ruff, mypy strict, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup     ## speeds as ratios to peers, measured in one run
	$(BIN)/python -m benchmarks

docs: setup      ## the documentation as HTML, under docs/_build
	$(BIN)/sphinx-build --quiet -W -b html docs docs/_build

clean:           ## remove all that the other targets made here, but the results of reproduce
	rm -rf $(VENV) docs/_build build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis results/play
	find src tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "kept: results/ of make reproduce; the cache of tables and machine code (equipoise cache)"

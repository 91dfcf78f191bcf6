# Every target does its own set-up: on a new machine nothing else is needed.
SHELL := /bin/bash
PY := .venv/bin/python
STAMP := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help run play test browser bench lock clean

help:
	@echo "make run    serve the table and open it: play in the browser, alone or with a friend"
	@echo "make play   play The Lost Battalion in the terminal (the learning scenario, against a bot)"
	@echo "make test   format, lint, types and all tests, the page in a real Chromium among them"
	@echo "make browser  only the tests of the page"
	@echo "make bench  ratios against peers, written to bench-results/"
	@echo "make lock   resolve requirements.lock afresh"

$(STAMP): requirements.lock pyproject.toml src/grognard/twin.pyx scripts/setup scripts/types/package-lock.json
	@scripts/setup
	@touch $@

run: $(STAMP)
	@.venv/bin/grognard serve --open

play: $(STAMP)
	@.venv/bin/grognard play lost_battalion --scenario learning --seat us=human --seat german=planner

test: $(STAMP)
	@scripts/test

browser: $(STAMP)
	@.venv/bin/pytest --numprocesses=2 tests/browser

bench: $(STAMP)
	@$(PY) benchmarks/run.py

lock:
	@scripts/lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage bench-results scripts/types/node_modules

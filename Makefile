# Every target does its own set-up: on a new machine nothing else is needed.
SHELL := /bin/bash
PY := .venv/bin/python
PLAYING := .venv/.playing
TOOLS := .venv/.tools
TESTING := .venv/.testing

.DEFAULT_GOAL := help
.PHONY: help run play tools test cover browser bench lock clean

help:
	@echo "make run    serve the table and open it: play in the browser, alone or with a friend"
	@echo "make play   play The Lost Battalion in the terminal (the learning scenario, against a bot)"
	@echo "make tools  install what arenas, reports, research and benchmarks need"
	@echo "make test   format, lint, types and all tests, the page in a real Chromium among them"
	@echo "make cover  the same tests, and which lines they reach; takes twice as long"
	@echo "make browser  only the tests of the page"
	@echo "make bench  ratios against peers, written to bench-results/"
	@echo "make lock   resolve requirements.lock and scripts/playing.lock afresh"

$(PLAYING): scripts/playing.lock pyproject.toml src/grognard/ground/twin.pyx scripts/setup
	@scripts/setup play
	@touch $@

$(TOOLS): $(PLAYING) requirements.lock
	@scripts/setup tools
	@touch $@

$(TESTING): $(PLAYING) requirements.lock scripts/types/package-lock.json
	@scripts/setup test
	@touch $@ $(TOOLS)

run: $(PLAYING)
	@.venv/bin/grognard serve --open

play: $(PLAYING)
	@.venv/bin/grognard play lost_battalion --scenario learning --seat us=human --seat german=planner

tools: $(TOOLS)

test: $(TESTING)
	@scripts/test

cover: $(TESTING)
	@scripts/test --cov=grognard --cov-report=term

browser: $(TESTING)
	@.venv/bin/pytest --numprocesses=2 tests/browser

bench: $(TOOLS)
	@$(PY) benchmarks/run.py

lock:
	@scripts/lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage bench-results scripts/types/node_modules

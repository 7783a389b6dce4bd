PYTHON ?= python3
PORT ?= 8000
VENV = .venv
BIN = $(VENV)/bin

.PHONY: run test lint bench screenshots messages clean

run: $(VENV)/installed
	@exec $(BIN)/python manage.py serve --port $(PORT)

# The whole suite on SQLite, then on PostgreSQL: DATABASE_URL's, or one started from a wheel for the purpose.
test: $(VENV)/installed-dev
	$(BIN)/python -m tests.run

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# BENCH="--sizes 10000 --skip-findability" measures less; docs/benchmarks.md has all options.
bench: $(VENV)/installed-dev
	$(BIN)/python -m bench $(BENCH)

# The main pages as pictures, in screenshots/: SHOTS="--locale en-US" in English, SHOTS="--only question" a single page.
screenshots: $(VENV)/installed-dev
	$(BIN)/python -m tests.screenshots $(SHOTS)

# After a change of interface text: find it, translate locale/zh_Hans/LC_MESSAGES/django.po, run this again.
messages: $(VENV)/installed-dev
	$(BIN)/python manage.py makemessages --all --no-location --no-obsolete --ignore=$(VENV)
	$(BIN)/python -m tests.catalogues

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/installed-dev: requirements.txt requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV)

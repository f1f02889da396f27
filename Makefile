# The two commands: `make run` opens the app, `make test` passes the tests. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501

.PHONY: run test check clean

run: $(VENV)/ready
	$(BIN)/python -m rag index
	@echo "Opening http://127.0.0.1:$(PORT)"
	$(BIN)/streamlit run app.py --server.port $(PORT)

test: $(VENV)/ready
	$(BIN)/python -m pytest

# What CI runs beside the tests: format, lint, types, the cards.
check: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m rag check --strict

$(VENV)/ready: requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --disable-pip-version-check -r requirements.txt
	@touch $@

clean:
	rm -rf $(VENV) data

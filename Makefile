# Two commands: `make up` and `make test`. Both set up all they need; a second run starts at once.
STACK ?= training
PYTHON ?= python3
OFFLINE := PYTHON=$(PYTHON) ./offline
BIN := .venv/bin
# two processes on two cores: an engine test waits about as much as it works
JOBS ?= auto
# Some images forbid compiled files. Here a thousand processes import the same modules: without them each compiles
# them anew, which is two fifths of what a program takes to start.
export PYTHONDONTWRITEBYTECODE :=

# What a company has before the stack comes: docs/brownfield.md. Yours instead: AZURE_SIMULATOR_SUBSCRIPTION.
THERE = $(or $(AZURE_SIMULATOR_SUBSCRIPTION),$(wildcard stacks/existing/$(1).yaml))

.DEFAULT_GOAL := help
.PHONY: help up down test unit soak lint bench docs site states lock clean new-component new-rule new-type

help: ## show this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: ## create the zone of STACK (training by default; any file in stacks/) on the simulated Azure
	@AZURE_SIMULATOR_SUBSCRIPTION=$(call THERE,$(STACK)) $(OFFLINE) $(BIN)/python tools/stack.py up $(STACK)

down: ## destroy what `make up` made, except what is protected
	@AZURE_SIMULATOR_SUBSCRIPTION=$(call THERE,$(STACK)) $(OFFLINE) $(BIN)/python tools/stack.py down $(STACK)

test: lint ## every check and every test, on the real engine too
	@$(OFFLINE) true
	$(BIN)/pytest -n $(JOBS)

unit: .setup ## the tests that start neither an engine nor another program, in seconds
	$(BIN)/pytest -n $(JOBS) -m "not engine and not programs"

# of a sweep's command on the engine almost half is waiting, and there is little else to do meanwhile
soak: JOBS = $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))
soak: .setup ## sweeps over many cases; SOAK_SEED=N repeats one
	@seed=$${SOAK_SEED:-$$(date +%s)}; echo "SOAK_SEED=$$seed"; SOAK_SEED=$$seed $(BIN)/pytest -n $(JOBS) -m soak

lint: .setup ## formatting, style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/shellcheck offline .ci/run $$(git ls-files "*.sh")

bench: ## what a resource and the policy pack cost, as ratios
	@for figure in preview policies simulator; do \
		folder=$$(mktemp -d) && (cd "$$folder" && PYTHON=$(PYTHON) $(CURDIR)/offline \
			$(CURDIR)/$(BIN)/python $(CURDIR)/benchmarks/$$figure.py); \
		status=$$?; rm -rf "$$folder"; [ $$status -eq 0 ] || exit $$status; \
	done

docs: .setup ## write what is generated: the pages in docs/reference, and the types of the package's face
	$(BIN)/python tools/rule_docs.py
	$(BIN)/python tools/size_docs.py
	$(BIN)/python tools/cost_docs.py
	$(BIN)/python tools/advisor_docs.py
	$(BIN)/python tools/reachability_docs.py
	$(BIN)/python tools/face.py
	$(BIN)/python tools/profile_docs.py
	$(BIN)/python tools/rights_docs.py
	$(BIN)/python tools/before_azure.py
	$(BIN)/python tools/identity_docs.py
	$(BIN)/python tools/refusal_docs.py
	$(BIN)/python tools/settings_docs.py

site: .setup ## the docs as a site in site/, built without a network; a link that leads nowhere fails it
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

states: ## record anew what every stack makes, for a look at `git diff tests/stacks/recorded`
	@folder=$$(mktemp -d) && (cd "$$folder" && PYTHON=$(PYTHON) \
		AZURE_SIMULATOR_SUBSCRIPTION=$(CURDIR)/stacks/existing/brownfield.yaml $(CURDIR)/offline \
		$(CURDIR)/$(BIN)/python $(CURDIR)/tools/states.py $(CURDIR)/tests/stacks/recorded); \
	status=$$?; rm -rf "$$folder"; exit $$status

LOCK := pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet

new-component: .setup ## NAME=EgressPrefix ROOM=network: a component, its test, its lines in the face
	@$(BIN)/python tools/new.py component $(NAME) $(ROOM)

new-rule: .setup ## NAME=vaults-are-premium TYPE=keyvault:Vault: a rule and what it says
	@$(BIN)/python tools/new.py rule $(NAME) $(TYPE)

new-type: .setup ## TYPE=network:RouteFilter ARM_PATH='Microsoft.Network/routeFilters/{routeFilterName}': a simulated type
	@$(BIN)/python tools/new.py type $(TYPE) '$(ARM_PATH)'

lock: ## write requirements.txt and its two companions anew, with versions as new as the ranges allow
	@folder=$$(mktemp -d) && $(PYTHON) -m venv "$$folder" && "$$folder/bin/pip" install --quiet uv==0.13.9 && \
	for file in requirements requirements-dev; do \
		[ $$file = requirements ] && extras="--extra simulator" || extras="--extra simulator --extra dev"; \
		{ grep '^#' $$file.txt; "$$folder/bin/uv" $(LOCK) pyproject.toml $$extras; } > "$$folder/lock" && mv "$$folder/lock" $$file.txt || exit 1; \
	done; \
	{ grep '^#' requirements-release.txt; echo cyclonedx-bom | "$$folder/bin/uv" $(LOCK) -; } > "$$folder/lock" && \
	mv "$$folder/lock" requirements-release.txt; rm -rf "$$folder"

clean: ## remove the virtual environment, the simulated Azure and caches (the built engine stays)
	rm -rf .venv .offline .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: .setup
.setup:
	@$(PYTHON) tools/setup.py

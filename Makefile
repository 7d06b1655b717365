# Two commands do all the set-up on a machine that has Python 3.11 or newer, make and git:
#   make run     install into .venv what a player needs, and start
#   make test    everything that CI runs; adds to .venv what it needs
PYTHON ?= python3
BIN := .venv/bin
# When .venv had what is needed to play, and everything. What is there is never taken away.
PLAYS := .venv/plays
READY := .venv/ready
NEEDS := $(if $(filter test,$(MAKECMDGOALS)),$(READY),$(PLAYS))
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# What some tests need besides Python: a program, and the package of Debian that has it.
PROGRAMS := initdb:postgresql nginx:nginx openssl:openssl chromium:chromium strace:strace

.PHONY: run test client programs lint lock docs golden bench proof clean

# One .venv is installed into by one at a time.
.NOTPARALLEL:

run: client
	@trap : INT; $(BIN)/sunroom || [ $$? -eq 130 ]  # Ctrl-C is no error

$(PLAYS): pyproject.toml requirements/play.txt
	@$(call SET_UP,play.txt --no-compile,what is needed to play)
	@touch $@

$(READY): pyproject.toml requirements/all.txt
	@$(call SET_UP,all.txt,everything)
	@touch $(PLAYS) $@

# Python compiles a module when it is first imported; most of what a player gets never is.
define SET_UP
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sunroom needs Python 3.11 or newer; name one with make PYTHON=python3.12")' && \
echo "Installing $(2) into .venv (once) …" && \
{ test -x $(BIN)/python || $(PYTHON) -m venv .venv; } && \
$(BIN)/python requirements/install.py $(1) && \
$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
endef

# Newer versions of what is installed, within the ranges of pyproject.toml.
lock: $(READY)
	$(PIP_INSTALL) 'uv>=0.9'
	$(BIN)/python requirements/lock.py

# What the browser gets; Node comes as a Python package, and nothing is built twice.
client: $(NEEDS)
	@$(BIN)/python web/build.py

# lint stands before client: it needs more of Python's packages and of npm, so nothing is fetched
# twice. Servers, databases and browsers of several tests share the cores: what fails beside others is
# named and tried once more by itself, and fails if it fails again.
test: programs lint client
	$(BIN)/pytest -n auto || $(BIN)/pytest --last-failed --last-failed-no-failures none
	@echo "The compiled rules once more, with bounds checked:"
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n auto -q -k compiled tests/test_conformance.py src/sunroom/games
	@echo "What people use once more, without numba:"
	SUNROOM_INTERPRETED=1 $(BIN)/pytest -n auto -q tests/test_cli.py tests/test_golden.py tests/test_match.py

# Installs what is missing where that takes no password, and never fails: tests skip what they lack.
programs: export SCRIPT = $(INSTALL)
programs:
	@found() { PATH="$$PATH:/usr/sbin:$$(echo /usr/lib/postgresql/*/bin | tr ' ' :)" command -v $$1; }; \
	missing() { for pair in $(PROGRAMS); do found $${pair%:*} >/dev/null || echo $${pair#*:}; done; }; \
	wanted=$$(echo $$(missing)); as=; \
	[ -n "$$wanted" ] || exit 0; \
	if command -v apt-get >/dev/null; then \
		if [ "$$(id -u)" = 0 ]; then as=env; elif sudo -n true 2>/dev/null; then as='sudo -n'; fi; \
	fi; \
	if [ -n "$$as" ]; then \
		echo "Installing for the tests: $$wanted …"; \
		$$as sh -c "$$SCRIPT" install $$wanted >/dev/null 2>&1 </dev/null; \
	fi; \
	for package in $$(missing); do \
		echo "$$package is not installed here, so tests are skipped: apt-get install $$package"; \
	done

# Nothing that is installed for the tests is started, now or at boot; they start their own. A machine
# that has a policy for services keeps it; another gets one for the moment.
define INSTALL
policy=/usr/sbin/policy-rc.d
if [ ! -e $$policy ]; then
  trap 'rm -f $$policy' EXIT
  trap 'exit 1' INT TERM
  printf '#!/bin/sh\nexit 101\n' >$$policy && chmod +x $$policy
fi
apt="apt-get -qq -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=20"
export DEBIAN_FRONTEND=noninteractive
timeout 300 $$apt update
for package; do
  timeout 600 $$apt install --yes --no-install-recommends "$$package"
  [ ! -d /run/systemd/system ] || systemctl disable --now "$$package"
done
endef

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/wire.py --check
	$(BIN)/python web/build.py --check

golden: $(READY)
	$(BIN)/python tests/golden.py
	$(BIN)/python docs/render.py
	$(BIN)/python web/wire.py

# A link that leads nowhere is an error; not with --quiet, by which MkDocs forgets to count them.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@echo "The documentation is in site/index.html. Served, it can be searched too: $(BIN)/python -m http.server -d site"

bench: $(READY)
	$(BIN)/sunroom bench --record bench
	$(BIN)/python bench/beside.py --record bench
	$(BIN)/python bench/growth.py --record bench

proof: $(READY)
	$(BIN)/python bench/proof.py
	$(BIN)/python bench/peeking.py
	$(BIN)/python bench/streams.py
	$(BIN)/python bench/siege.py
	$(BIN)/python bench/powercut.py
	$(BIN)/python bench/attacks.py

clean:
	rm -rf .venv site node_modules web/made src/sunroom/server/page .pytest_cache .mypy_cache .ruff_cache .hypothesis

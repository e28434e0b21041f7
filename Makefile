# The manual of this repository: `make help` prints the line behind each `##`.
#
# Needed beforehand: a Rust toolchain and CPython 3.10 or later with its `venv` module. Everything else
# is installed into `.venv` here, and nothing is built twice: a hidden file marks each finished step.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The first interpreter that will do; `make test PYTHON=python3.12` names another.
FIT := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))
PYTHON ?= $(shell for p in python3 python3.{14,13,12,11,10}; do \
	$$p -c '$(FIT)' 2>/dev/null && echo $$p && break; done)

VENV := .venv
PY := $(VENV)/bin/python
RUST := Cargo.toml $(wildcard Cargo.lock) pyproject.toml $(shell find src -name '*.rs')
PACKAGE := $(RUST) $(shell find python -name '*.py' -o -name '*.pyi' -o -name py.typed)

RELEASE := .venv-release/bin
MATURIN = PATH="$(CURDIR)/$(RELEASE):$$PATH" $(RELEASE)/maturin
OLD_GLIBC := $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux_2_28)

# pip tells of trouble only.
export PIP_QUIET := 1

.PHONY: help
help: ## This list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- What a user runs ---------------------------------------------------------------------------

.PHONY: demo
demo: $(VENV)/.examples ## Fit a small network on 1,797 handwritten digits and draw what it learnt
	$(PY) examples/digits.py

.PHONY: demo-distributed
demo-distributed: $(VENV)/.distributed ## The same digits on two processes, which MPI connects
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" mpirun -n 2 $(PY) examples/digits_distributed.py

.PHONY: build
build: $(VENV)/.dev ## Build the optimised extension into .venv, with everything development needs

.PHONY: wheel
wheel: dist/.wheel ## Build the wheel of this interpreter into dist/ and print its size; on Linux it fits any of glibc 2.28
	@cd dist && wc -c "$$(cat .wheel)" | awk '{ printf "dist/%s: %.2f MB\n", $$2, $$1 / 1e6 }'

# --- Tests --------------------------------------------------------------------------------------

.PHONY: test
test: test-rust test-fuzz test-python ## Every test: the core alone, generated calls, Python with documents and examples

.PHONY: test-rust
test-rust: ## Tests of the core, without Python: unit, integration and documentation tests
	cargo test

.PHONY: test-python
test-python: $(VENV)/.dev ## Tests of the Python package, its documents and its examples
	$(PY) -m pytest $(PYTEST_ARGS)

.PHONY: test-fuzz
test-fuzz: $(VENV)/.dev ## A minute of generated calls, the same ones each time
	$(PY) tests/fuzz --seed 1 --seeds 4 --calls 20000

.PHONY: fuzz
fuzz: $(VENV)/.dev ## Generated calls over everything public; FUZZ="--seed 3 --call 14" repeats one, FUZZ=--help
	$(PY) tests/fuzz $(FUZZ)

# Keras's own tests on gradtape, in an environment of their own.
KERAS := PYTHONPATH=$(CURDIR)/python:$(CURDIR)/keras_gradtape .venv-keras/bin/python

.PHONY: test-keras test-keras-sample
test-keras: .venv-keras/.made ## The real Keras on gradtape: our tests of it, and its own; GROUPS="layers/rnn metrics" runs some
	$(KERAS) -m pytest -q -p no:cacheprovider -c /dev/null --rootdir=keras_gradtape keras_gradtape/tests
	$(KERAS) keras_gradtape/tests/shipped $(GROUPS)

test-keras-sample: ## A fixed tenth of Keras's own tests, where Keras is or can be installed
	@PIP_RETRIES=1 $(MAKE) --silent .venv-keras/.made || \
		{ echo "Keras's own tests are not run: it could not be installed."; exit 0; } && \
		$(KERAS) keras_gradtape/tests/shipped --share 10

# Each sanitizer builds into a folder of its own. Miri and the thread sanitizer run what is unsafe or shared by threads.
NIGHTLY := cargo +nightly
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
SHARED := pooled_arc chunk parallel tape

.PHONY: sanitize sanitize-models sanitize-address sanitize-thread sanitize-miri
sanitize: sanitize-models sanitize-miri sanitize-address sanitize-thread ## A model checker, Miri and two sanitizers on the core (nightly Rust)

sanitize-models: ## The pool of threads under the model checker loom: every order of its steps
	cd tests/models && CARGO_TARGET_DIR=$(CURDIR)/target/models cargo test --lib

# A pool of threads that another replaced is left where it is, which would be called a leak.
sanitize-address: nightly ## The core's tests under the address sanitizer
	ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=0 RUSTFLAGS=-Zsanitizer=address CARGO_TARGET_DIR=target/address \
		$(NIGHTLY) test --target $(HOST) --lib --tests

# One test forks while there are threads, which the sanitizer would not have otherwise.
sanitize-thread: nightly nightly-rust-src ## What threads share, under the thread sanitizer
	TSAN_OPTIONS=die_after_fork=0 RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=target/thread \
		$(NIGHTLY) test --target $(HOST) -Zbuild-std --lib -- $(SHARED)

# The threads of the team live as long as the process, which Miri calls a leak; memory kept for later is named by its address.
sanitize-miri: nightly nightly-miri nightly-rust-src ## What is unsafe and small, in Miri
	MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-ignore-leaks -Zmiri-permissive-provenance" CARGO_TARGET_DIR=target/miri \
		$(NIGHTLY) miri test --lib -- $(SHARED)

.PHONY: nightly nightly-miri nightly-rust-src
nightly:
	@$(NIGHTLY) --version > /dev/null 2>&1 || \
		{ echo "This needs nightly Rust: rustup toolchain install nightly"; exit 1; }

nightly-miri nightly-rust-src: nightly-%: nightly
	@rustup component list --toolchain nightly 2> /dev/null | grep -q '^$*.*(installed)' || \
		{ echo "This needs a component of nightly Rust: rustup component add $* --toolchain nightly"; exit 1; }

# Where the library is to build; whether it computes well there is for test-aarch64 and for such machines to say.
TARGETS := x86_64-pc-windows-gnu x86_64-apple-darwin aarch64-apple-darwin aarch64-unknown-linux-gnu

.PHONY: check-targets
check-targets: ## Compile-check crate and extension for Windows, macOS and aarch64; says which targets cannot be had
	@for target in $(TARGETS); do \
		if rustup target add $$target > /dev/null 2>&1; then \
			echo "$$target: cargo check"; \
			PYO3_CROSS=1 PYO3_CROSS_PYTHON_VERSION=3.10 cargo check --quiet --lib --features python --target $$target; \
		else \
			echo "$$target: SKIPPED, rustup cannot add it here"; \
		fi; \
	done

AARCH64 := aarch64-unknown-linux-gnu

.PHONY: test-aarch64
test-aarch64: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER := aarch64-linux-gnu-gcc
test-aarch64: QEMU = $(firstword $(shell command -v qemu-aarch64 qemu-aarch64-static))
test-aarch64: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER = $(QEMU) -L /usr/aarch64-linux-gnu
test-aarch64: ## The core's tests on an emulated aarch64 (needs Debian's gcc-aarch64-linux-gnu and qemu-user)
	@test -n "$(QEMU)" && command -v aarch64-linux-gnu-gcc > /dev/null || \
		{ echo "This needs an emulator and a linker: apt-get install gcc-aarch64-linux-gnu qemu-user"; exit 1; }
	rustup target add $(AARCH64)
	cargo test --target $(AARCH64) --lib --tests

# A Debian with Python and NumPy only; as root, with debootstrap (and qemu-user-static for aarch64).
.PHONY: test-bare-wheel test-aarch64-wheel
test-bare-wheel: dist/.wheel ## A sample of the tests on the wheel, in a bare Debian (needs root, debootstrap)
	$(RELEASE)/python scripts/release/bare.py amd64 dist

test-aarch64-wheel: dist/aarch64/.wheel ## The same on a cross-compiled wheel and an emulated aarch64 (needs qemu-user-static)
	$(RELEASE)/python scripts/release/bare.py arm64 dist/aarch64

.PHONY: stops
stops: $(VENV)/.dev ## How long an interrupt waits in each operation; STOPS="sort softmax" measures some
	$(PY) tests/stops $(STOPS)

.PHONY: test-all
test-all: $(VENV)/.dev ## Python tests on every CPython >= 3.10 found here, and with NumPy 1.26
	$(PY) scripts/test_all.py $(PYTEST_ARGS)

# --- Releases -----------------------------------------------------------------------------------

.PHONY: release-check
release-check: dist/.wheel ## Every step of a release that needs no other machine; RELEASE_CHECK="wheel crate" runs some
	$(RELEASE)/python scripts/release/check.py $(RELEASE_CHECK)

.PHONY: changelog
changelog: .venv-release/.made ## Print what the notes in changelog/ come to; VERSION=0.2.0 moves them into CHANGELOG.md
	$(RELEASE)/towncrier build $(if $(VERSION),--yes --version $(VERSION),--draft --version next)

# --- House --------------------------------------------------------------------------------------

.PHONY: lint
lint: export PYO3_PYTHON := $(CURDIR)/$(PY)
lint: $(VENV)/.dev ## Formatting, lints and types of both languages; changes nothing
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cargo clippy --all-targets --features python -- -D warnings
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy

.PHONY: stubs
stubs: $(VENV)/.dev ## Write the extension's type stub and docs/names.md again, after a change to signatures or names
	$(PY) scripts/stubs.py
	$(PY) scripts/names.py

.PHONY: format
format: $(VENV)/.dev ## Format both languages in place
	cargo fmt
	$(PY) -m ruff format
	$(PY) -m ruff check --fix

# --- Numbers and pages --------------------------------------------------------------------------

.PHONY: bench
bench: ## Criterion benches of the core; BENCH="tape" runs those whose name matches
	cargo bench -- $(BENCH)

.PHONY: counts
counts: $(VENV)/.dev ## Count the instructions of the hot paths (needs valgrind)
	$(PY) benches/counts.py

.PHONY: growth
growth: $(VENV)/.dev ## Processor time for one source, gradient, operation, ... at three sizes
	$(PY) benches/growth.py

.PHONY: embedding
embedding: $(VENV)/.dev ## Processor time of a step that trains an embedding of 10,000 and of 1,000,000 rows
	$(PY) benches/embedding.py

.PHONY: compare
compare: .venv-compare/.peers ## Time this library and its peers in turn; COMPARE="--quick" and the like
	.venv-compare/bin/python benches/compare $(COMPARE)

.PHONY: compare-rust
compare-rust: ## Build and time the crate beside candle and burn: minutes; RUST_PEERS="gradtape candle" for some
	python3 benches/rust_peers/compare.py $(RUST_PEERS)

.PHONY: docs
docs: $(VENV)/.docs ## The site, in site/: programs run, pictures made, links and names checked; without a network
	$(PY) scripts/site

.PHONY: docs-rust
docs-rust: ## Pages of the crate, in target/doc
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
	@echo "target/doc/gradtape/index.html"

.PHONY: clean
clean: ## Remove everything that these targets made
	rm -rf target dist site .venv .venv-*
	rm -rf .pytest_cache .ruff_cache .mypy_cache .hypothesis
	rm -f python/gradtape/_core*.so
	find python tests benches examples scripts keras_gradtape -name __pycache__ -type d -prune -exec rm -rf {} +

# --- Steps --------------------------------------------------------------------------------------

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "No CPython 3.10 or later with venv was found. Name one: make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip 'maturin>=1.14,<2'
	@touch $@

.venv-keras/.made: keras_gradtape/tests/shipped/requirements.txt | $(VENV)/.dev
	$(PY) -m venv .venv-keras
	.venv-keras/bin/python -m pip install --quiet -r keras_gradtape/tests/shipped/requirements.txt
	@touch $@

# The optimised extension in .venv, and the extras of pyproject.toml that a step needs.
$(VENV)/.examples: EXTRAS := examples
$(VENV)/.distributed: EXTRAS := examples,mpi,mpich
$(VENV)/.dev: EXTRAS := examples,test,dev
$(VENV)/.docs: EXTRAS := examples,test,dev,docs
$(VENV)/.dev $(VENV)/.docs: $(VENV)/.made $(RUST)
	$(BUILT)
	@touch $@

BUILT = VIRTUAL_ENV=$(CURDIR)/$(VENV) $(PY) -m maturin develop --release --extras $(EXTRAS)

# The demonstration does not compile where a wheel will do: one in dist/ that fits and is newer than the sources, or,
# if it is asked for with INDEX=1, that of the same version from the index.
$(VENV)/.examples $(VENV)/.distributed: $(VENV)/.made $(RUST)
	@if [ ! -e $(VENV)/.dev ] && scripts/release/fitting.sh $(PY) "$(INDEX)" $(EXTRAS); then :; else \
		echo "Compiling, which takes minutes"; $(BUILT); fi
	@touch $@

.venv-release/.made: scripts/release/requirements.txt | $(VENV)/.made
	$(PY) -m venv .venv-release
	.venv-release/bin/python -m pip install --quiet -r scripts/release/requirements.txt
	@touch $@

# On Linux, zig links with the symbols of an old glibc, whatever this machine has.
dist/.wheel: $(PACKAGE) README.md .venv-release/.made
	rm -rf dist
	$(MATURIN) build --release --locked $(OLD_GLIBC) --interpreter $(PY) --out dist
	@cd dist && ls *.whl > .wheel

# PyO3 brings what it has to know of a Python that is not here.
dist/aarch64/.wheel: $(PACKAGE) README.md .venv-release/.made
	rm -rf dist/aarch64
	rustup target add $(AARCH64)
	$(MATURIN) build --release --locked --zig --compatibility manylinux_2_28 --target $(AARCH64) \
		--interpreter python3.11 --out dist/aarch64
	@touch $@

.venv-compare/.made: $(VENV)/.made
	$(PY) -m venv .venv-compare
	@touch $@

.venv-compare/.peers: .venv-compare/.made dist/.wheel benches/compare/install.py
	.venv-compare/bin/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
	.venv-compare/bin/python -m pip install --quiet dist/*.whl
	.venv-compare/bin/python benches/compare/install.py
	@touch $@

# Builds, tests and serves Jobscope. `make help` lists the goals.
#
# Needs: Rust (rustup), Node.js 20.19 or newer with npm, make. What else is
# missing is installed by the goal that needs it: Rust's components and tools
# (into .tools), npm packages (into www/node_modules), and for the browser
# tests, as root on Debian, Chromium with its driver.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:
.DEFAULT_GOAL := help

export PATH := $(CURDIR)/.tools/bin:$(PATH)

TARGET_DIR := $(abspath $(or $(CARGO_TARGET_DIR),target))
WASM := wasm32-unknown-unknown
BIN := $(CURDIR)/www/node_modules/.bin
# The lock file may only change by hand, not in CI.
LOCKED := $(if $(CI),--locked)

# Expanded late: a rule that installs them may run first.
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || true)
CHROMEDRIVER ?= $(shell command -v chromedriver || true)

# The version of the tool must be the version of the crate.
WASM_BINDGEN = $(shell sed -n '/^name = "wasm-bindgen"$$/{n;s/.*"\(.*\)"/\1/p;}' Cargo.lock)
WASM_PACK := 0.15.1

# npm ci and wasm-bindgen write these last.
MODULES := www/node_modules/.package-lock.json
MODULE := www/pkg/jobscope_bg.wasm
LATER := www/pkg/jobscope_later.wasm
WHOLE := www/pkg/whole/jobscope_bg.wasm
LINKED := $(TARGET_DIR)/$(WASM)/wasm/jobscope.wasm
PAGE := www/dist/index.html

CRATE_SOURCES := Cargo.toml Cargo.lock $(shell find src -type f)
PAGE_SOURCES := $(wildcard www/*.html www/*.ts www/*.json) $(shell find www/src www/public www/offline -type f 2>/dev/null)

say = @echo "== $(1)"

.PHONY: help
help: ## list the goals
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

.PHONY: play
play: $(PAGE) ## build everything and serve the page on this machine
	$(call say,serving the page (stop with Ctrl-C))
	@cd www && exec $(BIN)/vite preview

.PHONY: dev
dev: $(MODULE) $(MODULES) ## serve the page from its sources, reloading on edits
	@cd www && exec $(BIN)/vite

.PHONY: module
module: $(MODULE) ## build the WebAssembly module into www/pkg
	@echo "$(MODULE) is up to date"

.PHONY: page
page: $(PAGE) ## build the static page into www/dist
	@echo "$(PAGE) is up to date"

.PHONY: package
package: $(PAGE) ## make the npm package into www/package
	$(call say,making the npm package)
	@node www/npm/make.mjs

.PHONY: test
test: lint test-native test-node test-wasm size test-browser test-package ## run every check and test
	$(call say,all stages passed)

.PHONY: check
check: lint ## run the static checks only

.PHONY: lint
lint: need-rust need-wasm $(MODULE) $(MODULES)
	$(call say,rustfmt)
	@cargo fmt --check
	$(call say,clippy)
	@cargo clippy --quiet $(LOCKED) --all-targets -- -D warnings
	$(call say,clippy for $(WASM))
	@cargo clippy --quiet $(LOCKED) --target $(WASM) --lib --test wasm -- -D warnings
	$(call say,tsc)
	@$(BIN)/tsc --noEmit -p www
	@$(BIN)/tsc --noEmit -p www/offline
	@$(BIN)/tsc --noEmit -p tests/node
	@$(BIN)/tsc --noEmit -p tests/browser

.PHONY: test-native
test-native: need-rust ## run the Rust tests on this machine
	$(call say,Rust tests)
	@cargo test $(LOCKED)

.PHONY: test-node
test-node: $(MODULE) $(MODULES) ## run the tests of the reader of manifests, links, the split module and the documents in Node.js
	$(call say,tests in Node.js)
	@rm -rf $(TARGET_DIR)/node
	@$(BIN)/rolldown $(wildcard tests/node/*.test.ts) --dir $(TARGET_DIR)/node --platform node --log-level silent
	@node --test $(TARGET_DIR)/node/*.test.js

.PHONY: test-wasm
test-wasm: need-rust need-wasm need-wasm-bindgen need-wasm-pack need-chromium ## run the module's tests in headless Chromium
	$(call say,WebAssembly tests in headless Chromium)
	@mkdir -p $(TARGET_DIR)
	@sed 's|CHROMIUM|$(CHROMIUM)|' tests/wasm/webdriver.json >$(TARGET_DIR)/webdriver.json
	@WASM_BINDGEN_TEST_WEBDRIVER_JSON=$(TARGET_DIR)/webdriver.json WASM_BINDGEN_TEST_TIMEOUT=300 \
		WASM_BINDGEN_TEST_DRIVER_TIMEOUT=30 \
		wasm-pack test --mode no-install --headless --chrome --chromedriver $(CHROMEDRIVER) -- $(LOCKED) --test wasm

.PHONY: test-browser
test-browser: $(PAGE) need-chromium ## run the page's tests in headless Chromium
	$(call say,page tests in headless Chromium)
	@cd tests/browser && CHROMIUM=$(CHROMIUM) $(BIN)/playwright test --project=tests $(ARGS)

.PHONY: test-package
test-package: package need-chromium ## install the npm package into fresh projects and use it there
	$(call say,tests of the npm package)
	@JOBSCOPE_PROJECTS=$(TARGET_DIR)/package CHROMIUM=$(CHROMIUM) \
		node --test --test-reporter=spec tests/package/package.test.mjs

.PHONY: size
size: $(PAGE) ## weigh the built page against its budgets
	$(call say,sizes in KiB)
	@node www/build/size.mjs

.PHONY: bench
bench: need-rust $(PAGE) need-chromium ## time syncs, a whole large Job, replay, the module and the page; print ratios
	$(call say,benchmarks)
	@mkdir -p $(TARGET_DIR)
	@JOBSCOPE_BENCH_NATIVE=$(TARGET_DIR)/bench-native.json cargo bench $(LOCKED) --bench bench
	$(call say,the module and the page in headless Chromium)
	@cd tests/browser && JOBSCOPE_BENCH_NATIVE=$(TARGET_DIR)/bench-native.json CHROMIUM=$(CHROMIUM) \
		$(BIN)/playwright test --project=bench --workers=1

.PHONY: screenshots
screenshots: $(PAGE) need-chromium ## picture the page into tests/browser/output
	$(call say,screenshots)
	@cd tests/browser && CHROMIUM=$(CHROMIUM) $(BIN)/playwright test --project=screenshots $(ARGS)

.PHONY: fmt
fmt: need-rust ## format the Rust sources
	@cargo fmt

.PHONY: clean
clean: ## remove what was built (not the installed tools)
	rm -rf $(TARGET_DIR) www/dist www/package www/pkg tests/browser/output

.PHONY: distclean
distclean: clean ## remove the installed tools and packages too
	rm -rf .tools www/node_modules tests/browser/node_modules

# Built things.

# The optimiser strips the names, not rustc: with `strip` in the profile,
# wasm-bindgen would not see which features the compiler has enabled.
# Until then they put functions that are alike next to each other, which
# compresses better, and for that they stay apart: none is inlined only
# because it has one caller.
# The remapping keeps the builder's home folder out of panic messages.
# The relocations tell the splitter what refers to what.
$(MODULE): $(CRATE_SOURCES) $(wildcard www/build/*.mjs) | $(MODULES) need-rust need-wasm need-wasm-bindgen
	$(call say,building the WebAssembly module)
	@CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}/registry/src=crates -Clink-arg=--emit-relocs" \
		cargo build $(LOCKED) --lib --profile wasm --target $(WASM)
	@rm -rf www/pkg
	@wasm-bindgen --target web --no-demangle --out-dir www/pkg $(LINKED)
	@mkdir www/pkg/whole
	@node www/build/split.mjs $(LINKED) $@ $(WHOLE) $@ $(LATER)
	@for module in $@ $(LATER) $(WHOLE); do \
		$(BIN)/wasm-opt -g -Oz -ocimfs 0 --reorder-functions-by-name -o $$module $$module && \
		$(BIN)/wasm-opt --strip-debug --strip-producers -o $$module $$module && \
		ls -l $$module | awk '{ print $$NF ": " $$5 " bytes" }'; \
	done

$(PAGE): $(PAGE_SOURCES) $(MODULE) $(MODULES)
	$(call say,building the page)
	@cd www && $(BIN)/vite build
	@touch $@

# The browser tests share the page's packages.
$(MODULES): www/package.json www/package-lock.json | need-node
	$(call say,installing npm packages)
	@cd www && npm ci
	@ln -sfn ../../www/node_modules tests/browser/node_modules
	@touch $@

# Needed tools: each rule installs what is missing, or says how to.

.PHONY: need-rust
need-rust:
	@command -v cargo >/dev/null || { \
		echo "cargo is missing: curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" >&2; exit 1; }
	@command -v cc >/dev/null || { \
		echo "the C linker cc is missing: sudo apt-get install build-essential" >&2; exit 1; }
	@for c in clippy rustfmt; do \
		cargo $${c/rustfmt/fmt} --version >/dev/null 2>&1 && continue; \
		command -v rustup >/dev/null || { echo "$$c is missing, and rustup, which installs it" >&2; exit 1; }; \
		echo "== installing $$c"; rustup component add $$c; \
	done

.PHONY: need-wasm
need-wasm: need-rust
	@[ -d "$$(rustc --print target-libdir --target $(WASM))" ] || { \
		command -v rustup >/dev/null || { \
			echo "Rust's target $(WASM) is missing, and rustup, which installs it" >&2; exit 1; }; \
		echo "== installing $(WASM)"; rustup target add $(WASM); }

.PHONY: need-wasm-bindgen
need-wasm-bindgen: need-rust
	@[ "$$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $(WASM_BINDGEN)" ] || { \
		echo "== installing wasm-bindgen $(WASM_BINDGEN)"; \
		cargo install --quiet --root .tools --force wasm-bindgen-cli --version $(WASM_BINDGEN); }

.PHONY: need-wasm-pack
need-wasm-pack: need-rust
	@command -v wasm-pack >/dev/null || { \
		echo "== installing wasm-pack $(WASM_PACK)"; \
		cargo install --quiet --root .tools wasm-pack --version $(WASM_PACK); }

.PHONY: need-node
need-node:
	@command -v node >/dev/null && command -v npm >/dev/null || { \
		echo "Node.js with npm is missing: nvm install 20 (or see https://nodejs.org)" >&2; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' || { \
		echo "Node.js $$(node --version) is too old, 20.19 is needed: nvm install 20" >&2; exit 1; }

.PHONY: need-chromium
need-chromium:
	@[ -n "$(CHROMIUM)" ] && [ -n "$(CHROMEDRIVER)" ] || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null || { \
			echo "Chromium or its driver is missing: sudo apt-get install chromium chromium-driver" >&2; exit 1; }; \
		echo "== installing Chromium and its driver"; \
		apt-get -qq update && \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
			chromium chromium-driver fonts-liberation; }

# The commands anyone needs. Everything runs from a clean clone with Rust alone.

CARGO ?= cargo
# Where the benchmark data sets lie, for `make eval`, `make eval-models` and `make bench-peers`. The tests need none of them.
COFIO_EVAL_DATA ?= ../shared/data

.PHONY: help run story gen test test-llm test-clients check bench bench-models bench-peers eval eval-models check-distill torture planted-bugs install clean

help: ## Says what there is to make.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

run: ## Builds Cofio, serves it on this machine and prints where; Ctrl-C ends it.
	$(CARGO) build --quiet --workspace --bin cofio
	@$${CARGO_TARGET_DIR:-target}/debug/cofio serve

story: ## Builds Cofio and tells a short story with it, on a fresh data directory.
	$(CARGO) build --quiet --workspace --bin cofio
	@examples/story.sh

gen: ## Writes the description of the API from the code.
	COFIO_WRITE_DOCUMENT=1 $(CARGO) test --quiet --workspace --test it -- document

test: ## Runs every test.
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) nextest run --workspace; \
	else \
		$(CARGO) test --workspace --lib --bins --tests; \
	fi
	$(CARGO) test --workspace --doc --quiet

test-llm: ## Tries the model providers against llama.cpp's server on loopback, with real weights (downloads 200 MB).
	tools/test-llm/run

test-clients: ## Runs official clients of other projects, unchanged, against the program (installs them from the registries).
	$(CARGO) build --quiet --workspace --bin cofio
	tools/test-clients/run "$${CARGO_TARGET_DIR:-target}/debug/cofio"

check: ## Looks at formatting and lints.
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

bench: ## Measures what memory, search and recall cost, as ratios to bare SQLite and a bare scan, what the gateway adds, and what the models cost.
	$(CARGO) bench --quiet --workspace --bench memory
	$(CARGO) bench --quiet --workspace --bench search
	$(CARGO) bench --quiet --workspace --bench recall
	$(CARGO) bench --quiet --workspace --bench gateway
	$(CARGO) bench --quiet --workspace --bench learning
	$(CARGO) build --quiet --release --workspace --bin cofio
	$(CARGO) bench --quiet --workspace --bench local
	$(CARGO) bench --quiet --workspace --bench load

bench-models: ## Compares our kernels with rten and onnxruntime on the same model (downloads both and the weights).
	tools/compare-models/run

bench-peers: ## Compares Cofio with what a person would use instead (downloads them; COFIO_EVAL_DATA; half an hour).
	COFIO_EVAL_DATA="$(COFIO_EVAL_DATA)" tools/bench-peers/run

eval: ## Measures how texts are read and how well what was said is found, on our own sets and public ones (COFIO_EVAL_DATA).
	$(CARGO) run --quiet --release --package cofio-language --example eval_texts
	$(CARGO) run --quiet --release --package cofio-language --example eval_dates -- $(COFIO_EVAL_DATA)
	$(CARGO) build --quiet --release --workspace --bin cofio-eval
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval extraction --data "$(COFIO_EVAL_DATA)" --json target/eval-extraction.json
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval dialogues
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval updates --data "$(COFIO_EVAL_DATA)" --failures 10
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval hygiene --data "$(COFIO_EVAL_DATA)"
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval forgetting --data "$(COFIO_EVAL_DATA)"
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval ninety --data "$(COFIO_EVAL_DATA)"
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval retrieval --data "$(COFIO_EVAL_DATA)" --json target/eval.json

eval-models: ## Measures the built-in models beside others on public data (COFIO_EVAL_DATA; 40 minutes at first).
	$(CARGO) build --quiet --release --workspace --bin cofio-eval
	@test -d "$(COFIO_EVAL_DATA)" || $${CARGO_TARGET_DIR:-target}/release/cofio-eval models --data "$(COFIO_EVAL_DATA)"
	tools/eval-models/fetch || echo "not all models for comparison could be fetched; those are left out" >&2
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval models --data "$(COFIO_EVAL_DATA)" --json target/eval-models.json
	$${CARGO_TARGET_DIR:-target}/release/cofio-eval languages

check-distill: ## Runs the training of the models end to end with tiny random teachers: it teaches nothing, and shows rot.
	tools/distill/check

torture: ## Kills writers and the server, crowds one folder, flips bits, fails flushes and fills the disk.
	$(CARGO) build --quiet --release --workspace --bin cofio-torture --bin cofio
	$${CARGO_TARGET_DIR:-target}/release/cofio-torture all

planted-bugs: ## Plants known bugs one by one, and shows that a named test notices each.
	tools/planted-bugs/run

install: ## Installs `cofio` where cargo keeps programs.
	$(CARGO) install --locked --path crates/cli

clean: ## Removes what was built.
	$(CARGO) clean

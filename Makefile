# Every task of the project: `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

CARGO := cargo
NPM := npm --prefix frontend
API := target/release/portal-api
# What `scripts/install test` puts there.
export PATH := $(CURDIR)/target/test-tools/bin:$(PATH)

.PHONY: help run test firefox webkit lint fuzz audit sbom reproduce bench bench-growth lighthouse first-frame chart-frames replay-step endurance side-by-side build dist release release-fixture setup openapi fmt clean

help: ## List what there is to do
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | while IFS=$$'\t' read -r target text; do printf '  make %-15s %s\n' "$$target" "$$text"; done

run: build ## Install what is missing, build, and serve the demo on http://127.0.0.1:8080
	@PORTAL_DEMO=on exec $(API)

build: setup ## Build the frontend and both binaries
	@scripts/build

dist: setup ## Build both binaries as they are shipped, stripped, in target/dist, and print their sizes
	@scripts/build --dist
	for binary in portal-api portal; do printf '%-12s %6.1f MiB\n' "$$binary" "$$(stat --format=%s "target/dist/$$binary" | awk '{ print $$1 / 1048576 }')"; done

release: setup ## Write the archive of a release, the same bytes each time, in target/release-archive
	@scripts/release

release-fixture: ## Keep what this version leaves, for the tests of later ones (CONTRIBUTING.md, "A release")
	@scripts/install test
	scripts/build --workspace
	version=$$(target/release/portal --version | cut -d ' ' -f 2)
	$(CARGO) build --release --workspace --locked --quiet --example release_fixture
	target/release/examples/release_fixture "tests/fixtures/releases/$$version"
	git rev-parse HEAD > "tests/fixtures/releases/$$version/COMMIT"
	du --human-readable --summarize "tests/fixtures/releases/$$version"

setup:
	@scripts/install build

openapi: setup ## Write frontend/openapi.json anew, the committed description of the API, of which the frontend's client is made
	@$(CARGO) build --release --locked --workspace
	$(API) --print-openapi > target/openapi.json
	mv target/openapi.json frontend/openapi.json

test: ## Run every test: rules, both databases, HTTP, frontend, browser
	@scripts/install test
	scripts/build --workspace
	scripts/test

firefox: ## Run the tests of the main journeys in Firefox alone
	@scripts/install test
	scripts/build
	npm --prefix tests/browser run --silent test:firefox

webkit: ## Run the tests of the main journeys in WebKit, the engine of Safari, alone
	@scripts/install test
	scripts/build
	npm --prefix tests/browser run --silent test:webkit

lint: ## Formatting, lints and import directions of both languages
	@scripts/install build
	scripts/lint

audit: ## Licences, sources, duplicates, lock files and advisories of every dependency
	@scripts/audit

sbom: ## List what is shipped (CycloneDX), in target/sbom
	@node scripts/sbom.mjs

reproduce: ## Build what is shipped twice, in two folders, and compare the bytes; it takes as long as two make dist
	@scripts/same-twice

bench: ## Print each performance figure as a ratio to its ceiling
	@scripts/install bench
	scripts/build --workspace
	scripts/bench

bench-growth: ## Compare every hot call and command at 1,000 accounts and at ACCOUNTS (20,000)
	@scripts/install bench
	scripts/build --workspace
	$(CARGO) build --release --workspace --locked --example fill_growth --example sweep_growth --example upgrade_growth
	node bench/growth.mjs

lighthouse: ## Measure every public page as a phone on a slow connection sees it
	@scripts/install test
	scripts/build
	node tests/browser/lighthouse.mjs

first-frame: ## Measure the time to the first frame of a lesson on a slow connection
	@scripts/install test
	scripts/build
	node bench/first-frame.mjs

chart-frames: ## Measure the frames a second of an exercise's chart while it is moved, as on a phone
	@scripts/install test
	scripts/build
	node bench/chart-frames.mjs

replay-step: ## Measure a step of a replay from the key to the picture, as on a phone
	@scripts/install test
	scripts/build
	node bench/replay-step.mjs

endurance: ## Run what takes long or wants a quiet machine: storms, 100,000 replays, time limits to the letter; half an hour
	@scripts/install test
	scripts/build --workspace
	scripts/test --endurance

side-by-side: ## Run the release before this one and this one on one database under load; the first time it builds the older one
	@scripts/install test
	scripts/build --workspace
	scripts/test --side-by-side

fuzz: ## Fuzz every parser of outside bytes, FUZZ_SECONDS (20) each; stops at the first finding
	@scripts/install build
	scripts/fuzz $(TARGETS)

fmt: ## Format both languages
	@$(CARGO) fmt --all
	$(NPM) run format

clean: ## Remove what the build made, and the demo's data
	@rm -rf target frontend/dist frontend/dist-ssr frontend/node_modules tests/browser/node_modules data

# The only door: `make help` lists every target.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

CARGO := cargo
NPM := npm --prefix frontend
API := target/release/portal-api

.PHONY: help run test lint bench lighthouse build setup frontend fmt clean

help: ## List what there is to do
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | while IFS=$$'\t' read -r target text; do printf '  make %-12s %s\n' "$$target" "$$text"; done

run: build ## Install what is missing, build, and serve the demo on http://127.0.0.1:8080
	@PORTAL_DEMO=on exec $(API)

build: setup ## Build the frontend and both binaries
	@scripts/build

setup:
	@scripts/install build

test: ## Run every test: rules, both databases, HTTP, frontend, browser
	@scripts/install test
	scripts/build --workspace
	scripts/test

lint: ## Formatting, lints and import directions of both languages
	@scripts/install build
	scripts/lint

bench: ## Print each performance figure as a ratio to its ceiling
	@scripts/install bench
	scripts/build --workspace
	scripts/bench

lighthouse: ## Measure every public page as a phone on a slow line sees it
	@scripts/install test
	scripts/build
	node frontend/scripts/lighthouse.mjs

fmt: ## Format both languages
	@$(CARGO) fmt --all
	$(NPM) run format

clean: ## Remove what the build made, and the demo's data
	@rm -rf target frontend/dist frontend/dist-ssr frontend/node_modules tests/browser/node_modules data

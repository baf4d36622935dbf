#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian 12 packages that the project needs, and nothing when they are all there.
#   scripts/install-packages.sh          what ./quickstart needs to build and run
#   scripts/install-packages.sh --tests  also what ./run-tests needs
#   scripts/install-packages.sh --all    also clang, clang-tidy and the runtime of clang, for lint, fuzzing and the second compiler
#   scripts/install-packages.sh --mpich  what ./quickstart and mpich-patches/build.sh need
#   scripts/install-packages.sh --list [--tests|--all|--mpich]   prints the names and installs nothing
# FSIN_SKIP_PACKAGES=1 makes it succeed at once, for systems where the libraries come from elsewhere.
# Why each package is here: docs/dependencies.md.
set -euo pipefail

build_packages=(
  g++ cmake ninja-build python3
  libboost-dev libboost-graph-dev libboost-program-options-dev
  libfmt-dev libmetis-dev libpugixml-dev libyaml-cpp-dev nlohmann-json3-dev librandom123-dev libxxhash-dev libzstd-dev zlib1g-dev libbz2-dev doctest-dev
  pkg-config libopen-trace-format2-dev protobuf-compiler libprotobuf-dev node-d3 scotch libmpich-dev mpich
  pybind11-dev python3-dev python3-numpy
)
test_packages=(clang-format universal-ctags libbenchmark-dev libglpk-dev zstd gzip otf2-tools eztrace pajeng python3-pandas python3-matplotlib python3-jsonschema chromium chromium-driver
  libfabric-dev openmpi-bin libopenmpi-dev)
mpich_packages=(gcc gfortran make patch xz-utils)
all_packages=(clang clang-tidy libclang-rt-14-dev)

say() { printf '%s\n' "$*" >&2; }
die() { say "install-packages: $1"; shift; for line in "$@"; do say "  $line"; done; exit 3; }

packages=("${build_packages[@]}")
list_only=no
for argument in "$@"; do
  case $argument in
    --tests) packages+=("${test_packages[@]}") ;;
    --all) packages+=("${test_packages[@]}" "${all_packages[@]}") ;;
    --mpich) packages+=("${mpich_packages[@]}") ;;
    --list) list_only=yes ;;
    *) say "install-packages: unknown argument '$argument'; use --tests, --all, --mpich or --list"; exit 2 ;;
  esac
done
if [ "$list_only" = yes ]; then printf '%s\n' "${packages[@]}"; exit 0; fi
if [ "${FSIN_SKIP_PACKAGES:-0}" = 1 ]; then exit 0; fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  die "this is not a Debian system (no apt-get)" \
    "install the equivalents of: ${packages[*]}" \
    "then run again with FSIN_SKIP_PACKAGES=1"
fi

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]; }
find_missing() {
  missing=()
  local package
  for package in "${packages[@]}"; do installed "$package" || missing+=("$package"); done
}

find_missing
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi
say "install-packages: ${#missing[@]} to install: ${missing[*]}"

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || die "installing needs root, and there is no sudo here" \
    "run once as root: apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"; }

# Open MPI's packages would take the names mpicc and mpirun from the library that has them: they are given back.
names=(mpi mpirun "mpi-$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo x86_64-linux-gnu)")
# Empty where no package has the name yet: update-alternatives then fails, which must not end this script.
value_of() { { update-alternatives --query "$1" 2>/dev/null || true; } | sed -n 's/^Value: //p'; }
declare -A before
for name in "${names[@]}"; do before[$name]=$(value_of "$name"); done
give_back_names() {
  local name
  for name in "${names[@]}"; do
    if [ -n "${before[$name]}" ] && [ "${before[$name]}" != none ] && [ "$(value_of "$name")" != "${before[$name]}" ]; then
      "${as_root[@]}" update-alternatives --set "$name" "${before[$name]}" >>"$log" 2>&1 || true
    fi
  done
}

# The package lists may be absent or old; a failed update is not yet a failure, the packages may be in the cache.
apt update >"$log" 2>&1 || true
if apt install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
  give_back_names
  find_missing
  if [ ${#missing[@]} -eq 0 ]; then exit 0; fi
fi

find_missing
say "--- last lines of apt-get:"
tail -n 6 "$log" >&2
say "---"
reason="apt-get failed; the lines above say why"
remedy="put it right and run this again"
if grep -qE 'Temporary failure resolving|Could not resolve|Could not connect|Connection (failed|timed out|refused)' "$log"; then
  reason="the Debian mirror cannot be reached: this machine seems to be offline"
  remedy="connect it (or set http_proxy) and run this again"
elif grep -q 'Unable to locate package' "$log"; then
  reason="the package sources of this system do not have them"
  remedy="Debian 12 (bookworm) main has them all; see /etc/apt/sources.list"
elif grep -qE 'Could not get lock|dpkg was interrupted' "$log"; then
  reason="another package installation is under way or was interrupted"
  remedy="wait for it, or run 'dpkg --configure -a' as root, then run this again"
elif grep -q 'No space left' "$log"; then
  reason="the disk is full"
  remedy="about 1.2 GB is needed for the build set, 2 GB for --all"
fi
die "$reason" "still missing: ${missing[*]}" "$remedy" \
  "(libraries installed in another way? run with FSIN_SKIP_PACKAGES=1)"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shared by quickstart and run-tests (source it): timed steps with a log, and a build that fits the machine.

say() { printf '%s\n' "$*" >&2; }

# Compiler jobs: one a core, but no more than memory allows at about 1 GB each.
build_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ {print int($2 / 1000000)}' /proc/meminfo)
  if [ "$memory" -lt 1 ]; then memory=1; fi
  if [ "$cores" -lt "$memory" ]; then echo "$cores"; else echo "$memory"; fi
}

# step "what" command...: runs the command with its output in a log, prints how long it took, and on failure the end
# of the log. Returns the command's exit status.
step() {
  local what=$1 log start status=0
  shift
  mkdir -p build/log
  log=build/log/$(printf '%s' "$what" | tr -cs 'a-z0-9' '-').txt
  start=$SECONDS
  if [ -t 2 ]; then printf '%-34s ...' "$what" >&2; fi
  "$@" >"$log" 2>&1 || status=$?
  if [ -t 2 ]; then printf '\r' >&2; fi
  if [ $status -eq 0 ]; then
    printf '%-34s %4d s\n' "$what" $((SECONDS - start)) >&2
    return 0
  fi
  printf '%-34s %4d s  FAILED (exit %d)\n' "$what" $((SECONDS - start)) $status >&2
  say "--- the end of $log:"
  grep -vE '^\[[0-9]+/[0-9]+\] (Building|Linking)' "$log" | tail -n 40 >&2
  say "---"
  return $status
}

# configure PRESET and build PRESET [target...]
configure() {
  if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
  cmake --preset "$1"
}
build() {
  local preset=$1
  shift
  cmake --build --preset "$preset" -j "$(build_jobs)" ${1:+--target "$@"}
}

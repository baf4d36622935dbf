# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Shared by the run scripts of the experiments (source it): finds the binary, runs cells side by side, stops cleanly. A
# script changes into the tree that has experiments/ first. Where that is a source tree, results go to results/ in it;
# where it was installed, to results/ in the folder in which the script was called.
called_in=$OLDPWD

say() { printf '%s\n' "$*" >&2; }
die() { say "$1"; exit "${2:-1}"; }

# parse_options "$@": --seeds N, -j N, --out DIR. Expects $seeds, $jobs and $out to hold the defaults.
parse_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --seeds | -j)
        case ${2:-} in "" | *[!0-9]* | 0) die "$experiment: $1 needs a number of at least 1, not '${2:-}'" 2 ;; esac
        if [ "$1" = -j ]; then jobs=$2; else seeds=$2; fi
        shift 2 ;;
      --out) [ -n "${2:-}" ] || die "$experiment: --out needs a folder" 2; out=$2; shift 2 ;;
      -h | --help) say "$usage"; exit 0 ;;
      *) die "$experiment: unknown argument '$1'
$usage" 2 ;;
    esac
  done
}

# Sets fsin, and makes $out absolute in an installed tree, which lies in share/fsin beside bin/.
find_fsin() {
  if [ -f CMakeLists.txt ]; then
    fsin=${FSIN:-build/release/bin/fsin}
  else
    fsin=${FSIN:-$(readlink -f ../../bin/fsin || true)}
    case $out in /*) ;; *) out=$called_in/$out ;; esac
  fi
  [ -x "$fsin" ] || die "$experiment: ${fsin:-fsin} is not there; run ./quickstart, or set FSIN to the binary" 2
}

# cell NAME argument...: one `fsin run`, its JSON in $out/NAME.json and its text in $out/NAME.txt. At most $jobs at once.
running=0
cell() {
  if [ "$running" -ge "$jobs" ]; then
    wait -n || stop_cells
    running=$((running - 1))
  fi
  run_cell "$@" &
  running=$((running + 1))
}

run_cell() {
  local name=$1 start=$SECONDS status=0
  shift
  rm -f "$out/$name.json"
  "$fsin" run "$@" --seeds "$seeds" -j 1 --json "$out/$name.json" >"$out/$name.txt" 2>"$out/$name.log" || status=$?
  if [ $status -ne 0 ]; then
    say "$experiment: $name ended with exit status $status; repeat it with:"
    say "  $fsin run $(printf '%q ' "$@")--seeds $seeds"
    tail -n 5 "$out/$name.log" >&2
    return $status
  fi
  say "$(printf '  %-28s %4d s' "$name" $((SECONDS - start)))"
}

finish_cells() {
  while [ "$running" -gt 0 ]; do
    wait -n || stop_cells
    running=$((running - 1))
  done
}

stop_cells() {
  local status=$?
  trap - INT TERM
  local pids
  pids=$(jobs -p)
  if [ -n "$pids" ]; then kill $pids 2>/dev/null || true; wait || true; fi
  exit $status
}
trap 'stop_cells' INT TERM

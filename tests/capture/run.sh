#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Captures real programs on the patched MPICH and checks what comes out.
#   tests/capture/run.sh BIN [PART...]     BIN: folder of trgen and fsin; parts: calls collectives same stragglers endings
#                                          full clocks hostless stock openmpi xdlu; and overhead, which is only run when it
#                                          is named. FULL_DISK_ROUNDS: of part full (6); FULL_DISK_SEED: where they begin (4)
# The MPICH is that of $TRGEN_MPI, else build/mpich. Exit status: 0 all well, 1 not, 77 there is no patched MPICH.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
root=$(cd "$here/../.." && pwd)
bin=$(cd "$1" && pwd)
shift
parts=${*:-calls collectives same stragglers endings full clocks hostless stock openmpi xdlu}
export TRGEN_MPI=${TRGEN_MPI:-$root/build/mpich}
if ! grep -qs MPIX_Trace_interface "$TRGEN_MPI/lib/libmpich.so.12" || [ ! -f "$TRGEN_MPI/lib/libtrgen-trace.so" ]; then
  echo "skipped: no patched MPICH in $TRGEN_MPI (./run-tests --capture makes it in build/mpich, in 5 minutes)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cd "$work"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

make --silent -C "$here" "PREFIX=$TRGEN_MPI" "OUT=$work/programs"
programs=$work/programs

# field FILE KEY...: a value out of a JSON file.
field() {
  python3 -c 'import functools, json, sys
print(functools.reduce(lambda at, key: at[int(key) if key.isdigit() else key], sys.argv[2:], json.load(open(sys.argv[1]))))' "$@"
}

# capture TRACE RANKS PROGRAM...: must end well and leave nothing behind.
capture() {
  local trace=$1 ranks=$2
  shift 2
  if ! "$bin/trgen" capture -n "$ranks" -o "$trace" -- "$@" >"$trace.log" 2>&1; then
    fail "capture of $*:"
    tail -n 20 "$trace.log"
    return
  fi
  "$bin/trgen" check "$trace" >/dev/null 2>&1 || fail "$trace is not sound"
  [ -z "$(ls -A "$TMPDIR")" ] || fail "capture left $(ls -A "$TMPDIR") in TMPDIR"
}

# replay TRACE: to its end on an 8x8 torus, and alike with both engines.
replay() {
  local engine
  printf 'fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}, preset: adaptive-3vc, packet: 64 B, phit: 4 B}\n%s\n' \
    "workload: {type: trace, file: $work/$1, order: causal}" >"$1.yaml"
  for engine in event reference; do
    "$bin/fsin" run "$1.yaml" --engine "$engine" --json "$1.$engine" >/dev/null 2>&1 || fail "replay of $1, engine $engine"
  done
  [ "$(field "$1.event" outcome)" = finished ] || fail "replay of $1: $(field "$1.event" outcome)"
  for key in cycles fingerprint; do
    [ "$(field "$1.event" $key)" = "$(field "$1.reference" $key)" ] || fail "replay of $1: $key differs between engines"
  done
  echo "replay of $1: $(field "$1.event" messages delivered) messages in $(field "$1.event" cycles) cycles, both engines"
}

# Of one-sided communication, the synchronisation by collectives is in the trace, that of pairs is not (mpich-patches/README.md).
windows() {
  "$bin/trgen" info --json calls.txt.zst >windows.json
  python3 -c 'import json
messages = {state["state"]: state["messages"] for state in json.load(open("windows.json"))["states"]}
for name in ("fence", "create", "free"):
    assert messages[f"MPI_Win_{name}"] > 0, f"MPI_Win_{name}: no message"
for name in ("post", "start", "complete", "wait", "lock", "unlock", "flush", "lock_all", "unlock_all", "flush_all"):
    assert messages[f"MPI_Win_{name}"] == 0, f"MPI_Win_{name}: messages"' || fail "one-sided calls: not what mpich-patches/README.md says"
}

part_calls() {
  capture calls.txt.zst 4 "$programs/calls"
  capture calls_f08.txt.zst 4 "$programs/calls_f08"
  capture threads.txt.zst 4 "$programs/threads"
  capture stencil.txt.zst 16 "$programs/stencil"
  capture alltoallv.txt.zst 16 "$programs/collective" Alltoallv 3000
  for trace in calls calls_f08 threads stencil alltoallv; do replay $trace.txt.zst; done
  "$bin/trgen" info --json alltoallv.txt.zst >info.json
  windows
  [ "$(field info.json to_self messages)" = 16 ] || fail "messages to self: $(field info.json to_self messages), not 16"
}

part_collectives() { python3 -B "$here/check_collective.py" "$bin/trgen" "$programs/collective" || failed=1; }

# Three captures of a program without wildcards: the same but for times, said by cmp as well as by --repeat; and what it
# computes agrees by CPU time.
part_same() {
  local i
  for i in 1 2 3; do
    capture same.$i.txt 16 "$programs/stencil"
    grep -v '^#' same.$i.txt | cut -d ' ' -f 1,3- >records.$i
    cmp records.1 records.$i || fail "capture $i has other records"
  done
  "$bin/trgen" capture -n 16 --repeat 3 -o repeat.txt -- "$programs/stencil" >repeat.log 2>&1 || fail "--repeat 3"
  grep 'the records of 3 captures agree' repeat.log || fail "--repeat 3: $(cat repeat.log)"
  grep -v '^#' repeat.txt | cut -d ' ' -f 1,3- | cmp records.1 - || fail "--repeat has other records"
  python3 -B "$here/burst_totals.py" "$bin" "$programs/stencil" || fail "CPU time of three captures is over 15% apart"
}

part_stragglers() {
  python3 -B "$here/stragglers.py" "$bin" "$programs/stencil" || fail "--repeat 5 leaves stragglers"
}

part_overhead() {
  python3 -B "$here/overhead.py" "$bin" "$programs/pingpong" "$TRGEN_MPI" || fail "tracing costs more than it should"
}

# ending NAME EXIT WORD PROGRAM...: capture exits with EXIT, the trace is marked with WORD, check says so with status 3.
ending() {
  local name=$1 expected=$2 word=$3 status=0
  shift 3
  "$bin/trgen" capture -n 4 -o "$name.txt" -- "$@" >"$name.log" 2>&1 || status=$?
  [ $status -eq "$expected" ] || fail "$name: exit status $status, not $expected"
  grep -q "^#incomplete .*$word" "$name.txt" || fail "$name: the trace is not marked with '$word'"
  status=0
  "$bin/trgen" check "$name.txt" >"$name.check" || status=$?
  [ $status -eq 3 ] || fail "$name: check answers $status"
  grep -q "incomplete: .*$word" "$name.check" || fail "$name: check does not say '$word'"
  grep -q 'no other problem in' "$name.check" || fail "$name: check finds faults in what is there"
  [ -z "$(ls -A "$TMPDIR")" ] || fail "$name: capture left $(ls -A "$TMPDIR") in TMPDIR"
  echo "$name: $(tail -n 1 "$name.check")"
}

part_endings() {
  ending kill 1 'ended outside MPI without MPI_Finalize' "$programs/endings" kill
  ending abort 1 'called MPI_Abort' "$programs/endings" abort
  ending exit 1 'without MPI_Finalize .*; called exit(0)' "$programs/endings" exit
  ending leave 1 'without MPI_Finalize .*; called exit(3)' "$programs/endings" leave
  grep -q 'rank 1 called exit(3) before MPI_Finalize' leave.log || fail "leave: the exit of the rank is not told"
  ending full 1 'the limit on the size of its file was reached' bash -c "ulimit -f 256; exec '$programs/stencil' 16 2000"
}

# A small disk that runs full at random moments: nothing that was written is lost, and each loss is said.
part_full() {
  local status=0
  python3 -B "$here/full_disk.py" "$bin" "$programs" --rounds "${FULL_DISK_ROUNDS:-6}" --seed "${FULL_DISK_SEED:-4}" || status=$?
  [ $status -eq 0 ] || [ $status -eq 77 ] || fail "a full disk loses records, or does not say so"
}

# Each clock is the one that the trace names; a machine without counters says so, and there is no trace.
part_clocks() {
  local clock status
  for clock in cpu wall instructions; do
    status=0
    "$bin/trgen" capture -n 4 --clock $clock -o $clock.txt -- "$programs/stencil" >$clock.log 2>&1 || status=$?
    if [ $status -eq 0 ]; then
      grep -q "^#clock $clock\$" $clock.txt || fail "clocks: $clock.txt names another clock"
      echo "clock $clock: there"
    elif [ $clock = instructions ]; then
      [ $status -eq 3 ] && [ ! -e $clock.txt ] || fail "clocks: exit status $status, not 3 and no trace"
      grep "the clock 'instructions' needs hardware counters, which" $clock.log || fail "clocks: $(cat $clock.log)"
      [ "$(grep -c 'hardware counters' $clock.log)" = 1 ] || fail "clocks: not one line that says so"
    else
      fail "clocks: $(cat $clock.log)"
    fi
  done
}

# A machine whose name leads nowhere, on which MPICH by itself waits for ever; and one whose loopback interface is down.
part_hostless() {
  local space=(unshare --map-root-user --uts --net) status=0
  if ! "${space[@]}" sh -c 'hostname no-such-host.invalid && ip link set lo up' 2>/dev/null; then
    echo "hostless: unshare is not allowed here, skipped"
    return
  fi
  timeout 60 "${space[@]}" sh -c 'hostname no-such-host.invalid; ip link set lo up; exec "$@"' - \
    "$bin/trgen" capture -n 4 -o hostless.txt -- "$programs/stencil" >hostless.log 2>&1 || fail "hostless: $(cat hostless.log)"
  grep -q 'check  *ok' hostless.log || fail "hostless: no sound trace"
  ! grep -q 'no-such-host' hostless.txt || fail "hostless: the trace names the machine"
  timeout 60 "${space[@]}" "$bin/trgen" capture -n 4 -o down.txt -- "$programs/stencil" >down.log 2>&1 || status=$?
  [ $status -eq 3 ] || fail "hostless: exit status $status without a loopback interface, not 3"
  grep -q 'ip link set lo up' down.log || fail "hostless: $(cat down.log)"
  cat down.log
}

# Debian's own MPICH, where it is installed: a regular trace, and one line that says so. The programs here know the patched
# libraries by path; LD_LIBRARY_PATH comes before that.
stock() {
  local trace=$1 libraries
  shift
  libraries=$(dirname "$(ldconfig -p | awk '/libmpich\.so\.12 / {print $NF; exit}')")
  timeout 100 "$bin/trgen" capture --mpi /usr -n 4 -o "$trace" --env "LD_LIBRARY_PATH=$libraries" -- "$@" >stock.log 2>&1 || true
  grep -q 'is not patched: this will be a regular trace' stock.log || fail "stock: no word of a regular trace: $(cat stock.log)"
  grep -q '^# regular trace' "$trace" || fail "stock: the trace does not say that it is regular"
  "$bin/trgen" check --json "$trace" >stock.json || true
}
part_stock() {
  local lost
  if ! command -v mpiexec.mpich >/dev/null || ! command -v mpicc.mpich >/dev/null; then
    echo "stock: no MPICH of the system, skipped"
    return
  fi
  make --silent -C "$root/mpich-patches/trace" MPICC=mpicc.mpich "OUT=$root/build/trace"
  stock stock.txt "$programs/stencil"
  [ "$(field stock.json ok)" = True ] || fail "stock: the trace is not sound"
  # What receives with wildcards in MPI_Isendrecv got is not known there: told, and their messages are not received.
  stock calls-stock.txt "$programs/calls" - stock
  grep -q '^calls: every call did what it should' stock.log || fail "stock: $(cat stock.log)"
  lost=$(sed -n 's/^#not-captured MPI_Isendrecv(wildcard) \([0-9]*\) .*/\1/p' calls-stock.txt)
  [ "$(grep -o 'never receives this message' stock.json | wc -l)" = "$lost" ] || fail "stock: more is missing than the $lost that it says"
  echo "stock: $(field stock.json messages) messages, $lost receives of MPI_Isendrecv with wildcards not captured, as it says"
}

# A program compiled with Open MPI is known before it runs, and one behind a script when it calls MPI_Init.
part_openmpi() {
  local status=0
  if ! command -v mpicc.openmpi >/dev/null; then
    echo "openmpi: no Open MPI (apt-get install openmpi-bin libopenmpi-dev), skipped"
    return
  fi
  mpicc.openmpi -o foreign "$here/stencil.c"
  "$bin/trgen" capture -n 2 -o foreign.txt -- ./foreign 8 5 >foreign.log 2>&1 || status=$?
  [ $status -eq 3 ] || fail "openmpi: exit status $status, not 3"
  grep -q "foreign is linked with Open MPI (libmpi.so.*compile it again with $TRGEN_MPI/bin/mpicc" foreign.log ||
    fail "openmpi: $(cat foreign.log)"
  ! grep -q 'sum' foreign.log || fail "openmpi: the program ran"
  status=0
  timeout 60 "$bin/trgen" capture -n 2 -o foreign.txt -- sh -c './foreign 8 5' >foreign.log 2>&1 || status=$?
  [ $status -eq 3 ] || fail "openmpi: exit status $status behind a script, not 3"
  [ "$(grep -c 'foreign runs on Open MPI v' foreign.log)" = 1 ] || fail "openmpi: $(cat foreign.log)"
  [ ! -e foreign.txt ] || fail "openmpi: there is a trace"
  head -n 1 foreign.log
}

# Debian's binary of ScaLAPACK's LU test, where mpich-patches/check-abi.sh --run has unpacked it.
part_xdlu() {
  local libraries=$root/build/downloads/debian/tree/usr/lib/x86_64-linux-gnu
  if [ ! -x "$libraries/scalapack/mpich-tests/xdlu" ]; then
    echo "xdlu: not unpacked (mpich-patches/check-abi.sh --run does it), skipped"
    return
  fi
  (
    cd "$libraries/scalapack/mpich-tests"
    "$bin/trgen" capture -n 16 -o "$work/xdlu.txt.zst" --env "LD_LIBRARY_PATH=$libraries:$libraries/blas:$libraries/lapack" \
      -- ./xdlu >"$work/xdlu.log" 2>&1
  ) || fail "xdlu: $(tail -n 5 xdlu.log)"
  grep -q ' 0 tests completed and failed' xdlu.log || fail "xdlu: its own tests fail"
  "$bin/trgen" check xdlu.txt.zst || fail "xdlu: not sound"
  replay xdlu.txt.zst
}

for part in $parts; do
  echo "--- $part"
  "part_$part"
done
exit $failed

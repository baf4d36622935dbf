#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sweep in PARTS with GNU parallel, and the merge. On one machine `fsin sweep -j N` does the same by itself; this is for
# several that share a file system and are reached by ssh. What follows PARTS goes to parallel, e.g.
#   experiments/cluster/parallel.sh exp.yaml results/exp 32 --sshlogin 8/node1,8/node2 --env FSIN
# Repeated after an interruption, it goes on where it was.
set -euo pipefail
if [ $# -lt 3 ]; then
  echo "usage: parallel.sh EXP.yaml OUT PARTS [option of parallel ...]" >&2
  exit 2
fi
experiment=$(readlink -f "$1") out=$(readlink -m "$2") parts=$3
shift 3
fsin=$(readlink -f "$(command -v "${FSIN:-fsin}")")

# Status 1 of a part is the outcome of a simulation (a deadlock, say) and no failure of the part.
seq "$parts" | parallel "$@" --halt soon,fail=1 \
  "$fsin" sweep "$experiment" --shard "{}/$parts" --out "$out.parts/{}" --resume -j 1 --quiet \
  '>/dev/null || test $? -eq 1'
"$fsin" merge "$out" "$out".parts/*

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the pictures of docs/reports.md and docs/questions.md: sweeps, their reports, and parts of these as PNG in docs/img.
# Needs a build in build/release and Chromium; takes eight minutes of CPU time, less what the cache of sweeps has already.
#   scripts/screenshots.sh           all pictures
#   scripts/screenshots.sh FOLDER    keeps sweeps and reports in FOLDER, and uses those that are there already
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
fsin=$PWD/build/release/bin/fsin
[ -x "$fsin" ] || { echo "screenshots: $fsin is not there; run ./quickstart or build preset release" >&2; exit 3; }
if [ $# -gt 0 ]; then
  mkdir -p "$1"
  work=$(readlink -f "$1")
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

cat >"$work/load.yaml" <<'YAML'
fsin: 1
name: three-routers
description: Three routers on an 8x8 torus under synthetic load
network: {topology: {type: torus, dims: [8, 8]}}
workload: {type: synthetic, pattern: uniform, load: 0.1}
measure: {warmup: 2000, cycles: 10000}
sweep:
  grid:
    workload.pattern: [uniform, transpose]
    router:
      Oblivious 1 VC: {network.preset: oblivious-1vc}
      Oblivious 3 VC: {network.preset: oblivious-3vc}
      Adaptive 3 VC: {network.preset: adaptive-3vc}
    workload.load: [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
  seeds: 5
YAML
cat >"$work/programs.yaml" <<YAML
fsin: 1
name: programs
description: IS and CG (NPB class W, 64 ranks) with their CPU bursts, on an 8x8 torus with links of 10 Gb/s
network:
  topology: {type: torus, dims: [8, 8]}
  router: {queue: 4 packets, injection_queue: 8 packets}
  packet: 64 B
  phit: 4 B
  link: {bandwidth: 10 Gb/s}
workload: {type: trace, file: $PWD/traces/npb/is.W.64.txt.zst, order: causal, cpu: {scale: 1, clock_cost: 205 ns}}
sweep:
  grid:
    program:
      IS: {workload.file: $PWD/traces/npb/is.W.64.txt.zst}
      CG: {workload.file: $PWD/traces/npb/cg.W.64.txt.zst}
    router:
      Oblivious 1 VC: {network.preset: oblivious-1vc}
      Oblivious 3 VC: {network.preset: oblivious-3vc}
      Adaptive 3 VC: {network.preset: adaptive-3vc}
  seeds: 3
YAML
for name in load programs; do
  [ -f "$work/$name/points.csv" ] || "$fsin" sweep "$work/$name.yaml" --out "$work/$name"
  "$fsin" report "$work/$name"
done
for experiment in experiments/questions/*.yaml; do
  name=$(basename "$experiment" .yaml)
  [ -f "$work/$name/points.csv" ] || "$fsin" sweep "$experiment" --out "$work/$name"
  "$fsin" report "$work/$name"
done
mkdir -p docs/img/questions
python3 -B scripts/screenshots.py "$work" docs/img

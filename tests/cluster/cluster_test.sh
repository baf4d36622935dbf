#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The scripts of experiments/cluster, with the tools of this machine: what they put together must be the sweep that one
# process makes. Usage: cluster_test.sh ROOT FSIN bash|parallel|snakemake|shellcheck. Exit status 77: the tool is not installed.
set -euo pipefail
root=$1 tool=$3
export FSIN=$2
cluster=$root/experiments/cluster
if ! command -v "$tool" >/dev/null; then
  echo "skipped: $tool is not installed (apt-get install $tool)"
  exit 77
fi
if [ "$tool" = shellcheck ]; then exec shellcheck "$cluster"/*.sh "$cluster"/*.sbatch "$0"; fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export FSIN_CACHE=$scratch/cache HOME=$scratch  # HOME: parallel and snakemake leave files there

sweep_in_parts() {
  if [ "$tool" = bash ]; then
    for part in 1 2 3; do
      "$FSIN" sweep "$cluster/small.yaml" --shard "$part/3" --out "whole.parts/$part" --resume -j 1 --quiet
    done
    "$FSIN" merge whole whole.parts/1 whole.parts/2 whole.parts/3
  elif [ "$tool" = parallel ]; then
    "$cluster/parallel.sh" "$cluster/small.yaml" whole 3 --will-cite
  else
    snakemake --quiet -s "$cluster/Snakefile" -j 2 --config experiment="$cluster/small.yaml" out=whole parts=3
  fi
}
"$FSIN" sweep "$cluster/small.yaml" --no-cache --quiet --out unsharded >/dev/null 2>&1
sweep_in_parts >/dev/null
"$cluster/same-results.py" whole unsharded

# A part that is lost, or half there, is made again; the rest is taken as it is.
rm -r whole whole.parts/2* cache
sweep_in_parts >log 2>&1 || { cat log; exit 1; }
"$cluster/same-results.py" whole unsharded
if [ "$(grep -c ' 4 simulated' log)" != 1 ]; then cat log; echo "more than the lost part was simulated"; exit 1; fi

# The comparison itself can fail.
"$FSIN" sweep "$cluster/small.yaml" --no-cache --quiet --out other measure.seed=9 >/dev/null 2>&1
if "$cluster/same-results.py" whole other >/dev/null; then echo "other seeds, and no difference found"; exit 1; fi

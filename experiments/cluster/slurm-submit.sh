#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sweep on a Slurm cluster: an array of PARTS tasks, and a job that merges them when all have ended. Prints the number
# of the merging job. OUT must be on a file system that all nodes share, and fsin in the PATH there (or FSIN name it).
# What follows PARTS goes to sbatch, e.g. --partition=long --cpus-per-task=8
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
if [ $# -lt 3 ]; then
  echo "usage: slurm-submit.sh EXP.yaml OUT PARTS [option of sbatch ...]" >&2
  exit 2
fi
experiment=$(readlink -f "$1") out=$(readlink -m "$2") parts=$3
shift 3

array=$(sbatch --parsable --array="0-$((parts - 1))" "$@" "$here/sweep.sbatch" "$experiment" "$out" "$parts")
# afterany, not afterok: when a part failed, the merge says which and marks its result as incomplete (status 3).
sbatch --parsable --dependency="afterany:${array%%;*}" "$here/merge.sbatch" "$out"

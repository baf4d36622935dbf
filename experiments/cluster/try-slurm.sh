#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries slurm-submit.sh on a Slurm of one node: this machine. Starts munged, slurmctld and slurmd in a scratch folder with
# ports of their own, hands in a sweep as an array of four tasks with the merge behind it, waits, compares the result with
# an unsharded sweep; then hands in one run in as many processes as there are processors (one-run.sbatch), kills it, hands
# it in again, compares the result with one alone; and stops the daemons. Nothing of an installed Slurm is read or changed.
#   apt-get install --no-install-recommends slurmctld slurmd slurm-client munge
#   experiments/cluster/try-slurm.sh [EXP.yaml (experiments/cluster/small.yaml)]
# Needs root, for slurmd; a container will do: no cgroups are used. Set KEEP=1 to keep the scratch folder.
set -euo pipefail
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
experiment=$(readlink -f "${1:-$root/experiments/cluster/small.yaml}") parts=4
FSIN=$(readlink -f "${FSIN:-$root/build/release/bin/fsin}")
export FSIN

say() { printf '%s\n' "$*" >&2; }
die() { say "try-slurm: $*"; exit 3; }
for program in munged mungekey slurmctld slurmd sbatch sinfo; do
  PATH=$PATH:/usr/sbin command -v $program >/dev/null || die "$program is not installed; see the top of this script"
done
[ "$(id -u)" -eq 0 ] || die "slurmd needs root; run this in a container, or with sudo"
[ -x "$FSIN" ] || die "$FSIN is not there; run ./quickstart, or set FSIN to the binary"
export PATH=$PATH:/usr/sbin

scratch=$(mktemp -d)
pids=()
stop() {
  local pid
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  if [ "${KEEP:-0}" = 1 ]; then say "kept: $scratch"; else rm -rf "$scratch"; fi
}
trap stop EXIT

daemon() {  # name, command...: in the background with a log
  local name=$1
  shift
  "$@" >"$scratch/$name.log" 2>&1 &
  pids+=($!)
}

node=$(hostname -s)
mkdir -m 711 "$scratch/munge"
mkdir "$scratch/state" "$scratch/spool" "$scratch/out"
mungekey --create --keyfile="$scratch/munge/key"
daemon munged munged --foreground --force --key-file="$scratch/munge/key" --socket="$scratch/munge/socket" \
  --pid-file="$scratch/munge/pid" --seed-file="$scratch/munge/seed" --log-file="$scratch/munge/log"

export SLURM_CONF=$scratch/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=scratch
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=10 State=UP
END
echo "CgroupPlugin=cgroup/v1" >"$scratch/cgroup.conf"  # loaded at start, used by none of the plugins above

daemon slurmctld slurmctld -D -i
daemon slurmd slurmd -D -N "$node"
for _ in $(seq 60); do
  if [ "$(sinfo --noheader --format=%T 2>/dev/null || true)" = idle ]; then break; fi
  sleep 0.5
done
if [ "$(sinfo --noheader --format=%T || true)" != idle ]; then
  tail -n 5 "$scratch"/*.log >&2
  die "the node does not come up; the lines above are the ends of the logs"
fi
say "$(sbatch --version), $(nproc) processors on one node"

export FSIN_CACHE=$scratch/cache  # not that of the user: runs must be simulated
merge=$(cd "$scratch/out" && "$root/experiments/cluster/slurm-submit.sh" "$experiment" "$scratch/whole" $parts \
  --time=5)
say "array of $parts tasks handed in; job $merge merges them"
for _ in $(seq 600); do
  if [ -z "$(squeue --noheader)" ]; then break; fi
  sleep 0.5
done
scontrol --oneliner show job | sed -E 's/^JobId=([0-9]+).* JobName=([^ ]+).* JobState=([^ ]+).* ExitCode=([^ ]+).*/\1 \2 \3, exit \4/' |
  sort | uniq -c >&2
tail -n 1 "$scratch/out/fsin-merge-$merge.log" | sed "s|$scratch/||" >&2
"$FSIN" sweep "$experiment" --no-cache --out "$scratch/unsharded" --quiet >/dev/null 2>&1
"$root/experiments/cluster/same-results.py" "$scratch/whole" "$scratch/unsharded" | sed "s|$scratch/||g"
"$FSIN" compare "$scratch/whole" "$scratch/unsharded" --fail-on-difference >/dev/null

# One run in as many processes as there are processors: killed when there is a state, handed in again, compared.
[ -x "$(dirname "$FSIN")/fsin-mpi" ] || { say "one-run.sbatch: not tried, there is no fsin-mpi"; exit 0; }
words=("$root/experiments/first.yaml" "$scratch/one.json" measure.cycles=60000 --checkpoint-every 0)
one_run() {
  (cd "$scratch/out" &&
    sbatch --parsable --ntasks="$(nproc)" --time=5 "$root/experiments/cluster/one-run.sbatch" "${words[@]}")
}
queue_is_empty() { [ -z "$(squeue --noheader)" ]; }
until_true() { for _ in $(seq 600); do if "$@"; then return; fi; sleep 0.2; done; die "$* did not come true in two minutes"; }
first=$(one_run)
until_true test -s "$scratch/one.json.states/seed-1-0.state"
scancel --signal=KILL --full "$first"
until_true queue_is_empty
second=$(one_run)
until_true queue_is_empty
grep -h "goes on after cycle" "$scratch/out/fsin-run-$second.log" | sed "s|$scratch/||" >&2 || die "job $second began anew"
"$FSIN" run "${words[0]}" measure.cycles=60000 --json "$scratch/alone.json" --quiet >/dev/null
python3 - "$scratch/one.json" "$scratch/alone.json" <<'END'
import json
import sys

runs = [json.load(open(path, encoding="utf-8")) for path in sys.argv[1:]]
for run in runs:
    del run["host"]
sys.exit(0 if runs[0] == runs[1] else "the run of the job and one alone differ")
END
say "one-run.sbatch in $(nproc) processes, killed and handed in again: the same as alone"

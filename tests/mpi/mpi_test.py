#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fsin under mpirun gives what fsin gives alone: every figure of the JSON but those of the host.

Usage: mpi_test.py MPIRUN BIN_DIRECTORY
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

MPIRUN, BIN = sys.argv[1], os.path.abspath(sys.argv[2])

SYNTHETIC = """fsin: 1
network: {topology: {type: torus, dims: [4, 4, 2]}, preset: adaptive-3vc}
workload: {type: synthetic, pattern: uniform, load: 0.4}
measure: {warmup: 100, cycles: 300, seeds: 2}
"""
TRACE = """fsin: 1
network: {topology: {type: fat-tree, k: 2, n: 3}, routing: up-down}
workload: {type: trace, file: ring.txt, cpu: {scale: 1}}
"""
CLOSED = """fsin: 1
network: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}
workload: {type: synthetic, pattern: uniform, loop: {type: window, window: 3}}
measure: {warmup: 100, cycles: 900}
"""
BACKGROUND = """fsin: 1
network: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}
workload:
  type: jobs
  jobs: [{workload: {type: program, kernel: {type: ring, ranks: 5, bytes: 900 B, iterations: 4}}}]
  background: {load: 0.3, pattern: uniform}
"""
DEADLOCK = """fsin: 1
network: {topology: {type: torus, dims: [8]}, router: {virtual_channels: 1, flow_control: none, queue: 1 packets}}
workload: {type: synthetic, pattern: {type: shift, offset: 3}, load: 2}
measure: {warmup: 0, cycles: 20000, watchdog: 200}
"""


def run(*words, code=0):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != code:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}, expected {code}\n{done.stdout}{done.stderr}")
    return done


def figures(text):
    """The result without what two hosts, or two ways of running, may differ in."""
    if isinstance(text, dict):
        return {key: figures(value) for key, value in text.items() if key not in ("host", "hosts")}
    if isinstance(text, list):
        return [figures(value) for value in text]
    return text


def compare(name, processes, *options, code=0, outcome="finished"):
    words = (f"{BIN}/fsin", "run", name, "-q", "--json", "-", *options)
    alone = json.loads(run(*words, code=code).stdout)
    together = json.loads(run(MPIRUN, "-n", str(processes), *words, code=code).stdout)
    if figures(alone) != figures(together):
        for key, value in figures(alone)["runs"][0].items():
            if figures(together)["runs"][0].get(key) != value:
                print(f"{name}: {key}: alone {value}, in {processes} processes {figures(together)['runs'][0].get(key)}")
        sys.exit(f"{name}: differs in {processes} processes")
    if alone["outcome"] != outcome:
        sys.exit(f"{name}: ends as {alone['outcome']}, expected {outcome}")


def check_errors():
    """What all find wrong is said once, and nothing hangs."""
    mpi = (MPIRUN, "-n", "2", f"{BIN}/fsin")
    said = run(*mpi, "run", "absent.yaml", code=3).stderr
    if len([line for line in said.splitlines() if "absent.yaml" in line]) != 1 or "Abort" in said:
        sys.exit(f"an absent file is reported so:\n{said}")
    said = run(*mpi, "run", "synthetic.yaml", "--threads", "2", code=2).stderr
    if said.count("--threads: a process has one thread") != 1:
        sys.exit(f"--threads is refused so:\n{said}")
    said = run(*mpi, "check", "synthetic.yaml", code=2).stderr
    if said.count("does not run in several processes") != 1:
        sys.exit(f"fsin check is refused so:\n{said}")


def check_checkpoint():
    """Killed when there is a state, and continued by the same command."""
    words = ("run", "synthetic.yaml", "measure.cycles=40000", "measure.seeds=1", "--json", "-")
    mpi = (MPIRUN, "-n", "2", f"{BIN}/fsin", *words, "--checkpoint", "state", "--checkpoint-every", "0")
    alone = json.loads(run(f"{BIN}/fsin", *words).stdout)
    with subprocess.Popen(mpi, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.monotonic() + 100
        while not os.path.exists("state/seed-1-0.state") and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        if process.poll() is not None:
            sys.exit("the run ended before it kept a state")
        os.killpg(process.pid, signal.SIGKILL)
    done = run(*mpi)
    if "goes on after cycle" not in done.stderr:
        sys.exit(f"the state of two processes was not found:\n{done.stderr}")
    if figures(json.loads(done.stdout)) != figures(alone):
        sys.exit("killed and continued in 2 processes: differs")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (("synthetic", SYNTHETIC), ("trace", TRACE), ("deadlock", DEADLOCK), ("closed", CLOSED),
                           ("background", BACKGROUND)):
            with open(f"{name}.yaml", "w", encoding="utf-8") as file:
                file.write(text)
        run(f"{BIN}/trgen", "generate", "ring", "--ranks", "8", "--bytes", "200", "--compute", "300", "--iterations", "4",
            "-o", "ring.txt")
        compare("synthetic.yaml", 2)
        compare("trace.yaml", 2)
        compare("trace.yaml", 3)
        compare("closed.yaml", 2)  # round trips
        compare("background.yaml", 2)
        if json.loads(run(f"{BIN}/fsin", "run", "closed.yaml", "-q", "--json", "-").stdout)["round_trips"]["count"] < 100:
            sys.exit("closed.yaml: there are no round trips to compare")
        compare("deadlock.yaml", 2, "--allow-deadlock", code=1, outcome="deadlock")
        check_errors()
        check_checkpoint()
    print("the same in one process and in several, and after a kill")


main()

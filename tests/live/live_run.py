#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What tests of fsin live share: programs are built and run, and nothing of them may be left."""
import json
import os
import subprocess
import sys
import tempfile
import time

FSIN, MPICC, FOLDER, PART = os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3]), sys.argv[4]
SHARED_BEFORE = set(os.listdir("/dev/shm"))  # of other programs
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
SOURCES = os.path.join(ROOT, "tests/live/programs")

NETWORK = """fsin: 1
network:
  topology: {type: torus, dims: [4, 4]}
  preset: adaptive-3vc
"""
TORUS = NETWORK + "workload: {type: live, cpu: {model: none}}\n"
OF_MPICH = MPICC.endswith("mpich")
# Every way in which a network may carry messages.
NETWORKS = {
    "routers": [],
    "ideal": ["network.model=ideal"],
    "loggp": ["network.model={type: loggp, latency: 3 us}"],
    "loggps": ["network.model={type: loggps, latency: 2 us}"],
    "piecewise": ["network.model={type: piecewise, from: [0 B, 8 KiB], latency: [2 us, 6 us], byte_time: [10 ns, 8 ns]}"],
    "flow": ["network.model=flow"],
}


def folder_of_mpich():
    """The MPICH over which fsin live runs programs of MPICH (mpich-patches/build-ofi.sh)."""
    return os.environ.get("FSIN_MPICH") or os.path.join(os.path.dirname(FSIN), "../../mpich-ofi")


# A program without fsin. More ranks than cores: who waits lets others run.
MPIRUN = ["mpirun.openmpi", *(["--allow-run-as-root"] if os.geteuid() == 0 else []), "--oversubscribe", "--mca",
          "mpi_yield_when_idle", "1"]


def fail(text):
    sys.exit(f"live {PART}: {text}")


def build(name, *flags, folder=SOURCES):
    """A program in C, or, with an end of its name, in Fortran."""
    program = os.path.join(FOLDER, f"{name}-{PART}{'-mpich' if OF_MPICH else ''}")
    if name.endswith(".f90"):
        command = [MPICC.replace("mpicc", "mpif90"), os.path.join(folder, name)]
    else:  # of MPICH's headers, GCC warns where MPI_STATUSES_IGNORE is used
        command = [MPICC, "-Wno-stringop-overflow", os.path.join(folder, f"{name}.c")]
    subprocess.run([*command, "-O1", "-Wall", *flags, "-o", program], check=True)
    return program


def check_told(done, *names):
    """A program has told that all of these are right, and nothing else."""
    told = [line for line in done.stderr.splitlines() if line.startswith(("ok ", "wrong "))]
    if told != [f"ok {name}" for name in names]:
        fail(f"of {names}, the program told\n{done.stderr}")


def live(ranks, words, *overrides, code=0, limit=300, options=(), before=()):
    """The run as a process that has ended, with this code if one is given; its program's output is on stderr."""
    command = [*before, FSIN, "live", "-n", str(ranks), "torus.yaml", *overrides, *options, "-q", "--json", "-", "--",
               *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    if code is not None and done.returncode != code:
        fail(f"{' '.join(command)}: exit code {done.returncode}, expected {code}\n{done.stdout[-2000:]}\n{done.stderr}")
    return done


def only(result):
    return json.loads(result.stdout)["runs"][0]


def model_times(overrides):
    """One way times of the network alone by size, in ns, from node 0 to node 1."""
    subprocess.run([FSIN, "calibrate", "--from", "network.yaml", *overrides, "--pair", "0,1", "--most", "64 KiB", "--out",
                    "calibrated"], check=True, capture_output=True, timeout=300)
    times = {}
    with open("calibrated/errors.csv", encoding="utf-8") as file:
        head = file.readline().strip().split(",")
        for line in file:
            row = dict(zip(head, line.strip().split(",")))
            times[int(row["size_B"])] = float(row["measured_us"]) * 1e3
    return times


def processes_of(program):
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{process}/exe") == program:
                found.append(process)
        except OSError:  # of another user, or gone
            pass
    return found


def check_nothing_left(program):
    """No process of the program, and nothing in shared memory."""
    for _ in range(100):
        left = processes_of(program)
        if not left:
            break
        time.sleep(0.1)
    else:
        fail(f"processes of {program} are left: {left}")
    left = {name for name in os.listdir("/dev/shm") if "vader" in name or "fsin" in name} - SHARED_BEFORE
    if left:
        fail(f"shared memory is left: {left}")


def run_part(parts):
    """Runs the part that the command line names, in a folder of its own with two experiments."""
    if OF_MPICH and PART != "other_mpich" and not os.path.exists(os.path.join(folder_of_mpich(), "lib/libmpich.so.12")):
        print("skipped: there is no MPICH for libfabric (mpich-patches/build-ofi.sh, or FSIN_MPICH)")
        sys.exit(77)
    os.makedirs(FOLDER, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (("torus.yaml", TORUS), ("network.yaml", NETWORK)):
            with open(name, "w", encoding="utf-8") as experiment:
                experiment.write(text)
        parts[PART]()
    print(f"live {PART}: passed")

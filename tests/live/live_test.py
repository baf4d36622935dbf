#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""MPI programs under fsin live, with the real Open MPI or MPICH.

Usage: live_test.py FSIN MPICC FOLDER PART
"""
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from live_run import (FSIN, MPICC, NETWORKS, OF_MPICH, ROOT, build, check_nothing_left, check_told, fail, live, model_times, only,
                      processes_of, run_part)

PRINTED = 1e-6  # the precision of the table of fsin calibrate, less than a cycle at these sizes


def ping_pong():
    """Half a round trip takes the time of the network alone, exactly, for every size and every model."""
    program = build("ping_pong")
    for name, overrides in NETWORKS.items():
        expected = model_times(overrides)
        done = live(2, [program, "3", "0", *map(str, expected)], *overrides)
        found = {int(line.split()[0]): float(line.split()[1]) * 1e9 for line in done.stderr.splitlines()
                 if line and line.split()[0].isdigit()}
        if found.pop(0) <= 0 or found.keys() != expected.keys():
            fail(f"{name}: the ping-pong printed\n{done.stderr}")
        for size, nanoseconds in expected.items():
            if abs(found[size] - nanoseconds) > PRINTED * nanoseconds:
                fail(f"{name}: {size} bytes take {found[size]:.3f} ns live and {nanoseconds:.3f} ns in the network alone")
        if only(done)["messages"]["sent"] < 8 * len(expected):
            fail(f"{name}: only {only(done)['messages']} messages went through the network")


def features():
    """What MPI has, on several numbers of ranks and with several ranks on a node."""
    program = build("features")
    for ranks, overrides in ((2, ["network.model=loggp"]), (4, []), (16, ["network.model=loggp"]),
                             (4, ["network.model=ideal", "workload.placement={type: consecutive, per_node: 2}",
                                 "workload.mpi.node_bandwidth=10 Gb/s"])):
        done = live(ranks, [program], *overrides)
        lines = [line for line in done.stderr.splitlines() if line.startswith(("ok ", "wrong "))]
        if len(lines) != 16 or only(done)["ranks"]["finished"] != ranks or any(line.startswith("wrong") for line in lines):
            fail(f"{ranks} ranks {overrides}:\n{done.stderr}")


def fortran():
    """A program in Fortran, whose calls the libraries make into those of C."""
    if shutil.which(MPICC.replace("mpicc", "mpif90")) is None:
        print("skipped: there is no compiler of MPI programs in Fortran (apt-get install gfortran)")
        sys.exit(77)
    program = build("fortran.f90")
    for ranks, overrides in ((2, ["network.model=loggp"]), (5, [])):
        done = live(ranks, [program], *overrides)
        check_told(done, "messages", "collectives", "requests", "clocks")
        if only(done)["simulated_seconds"] < 2:
            fail(f"{ranks} ranks sleep 2 s in {only(done)['simulated_seconds']} s")


def files():
    """Files of MPI, whose libraries send messages of their own."""
    program = build("files")
    for ranks, overrides in ((2, ["network.model=loggp"]), (5, [])):
        done = live(ranks, [program, f"file-{ranks}"], *overrides)
        check_told(done, "place", "together", "without-waiting", "view", "shared-pointer", "size")
        if os.path.getsize(f"file-{ranks}") != 4 * 3000 * ranks:
            fail(f"the file of {ranks} ranks has {os.path.getsize(f'file-{ranks}')} bytes")


def collectives():
    """An allreduce of 8 bytes is recursive doubling: the logarithm of the ranks times the time of a message."""
    program, pairs = build("collectives"), build("ping_pong")
    overrides = NETWORKS["loggp"]
    single = float(live(2, [pairs, "2", "8"], *overrides).stderr.split()[1])
    for ranks in range(2, 17):
        done = live(ranks, [program], *overrides)
        found = float(done.stderr.split()[1])
        steps = math.log2(ranks)
        if steps == int(steps) and abs(found - steps * single) > 1e-12:
            fail(f"an allreduce of {ranks} ranks takes {found * 1e9} ns, {steps:.0f} messages {steps * single * 1e9} ns")
        if found < math.floor(steps) * single:
            fail(f"an allreduce of {ranks} ranks takes only {found * 1e9} ns")


def repeats():
    """With computing of fixed length, runs are equal to the cycle, under both engines."""
    program = build("features")
    for overrides in (["network.model=loggp"], []):
        runs = [only(live(4, [program], *overrides, "workload.cpu={model: fixed, burst: 700 ns}")) for _ in range(2)]
        if runs[0]["cycles"] != runs[1]["cycles"] or runs[0]["fingerprint"] != runs[1]["fingerprint"]:
            fail(f"{overrides}: {runs[0]['cycles']} and {runs[1]['cycles']} cycles")
        ranks, whole = runs[0]["ranks"], runs[0]["simulated_seconds"]
        if ranks["compute_seconds"] <= 0 or ranks["compute_seconds"] + ranks["wait_seconds"] > whole * (1 + 1e-9):
            fail(f"of {whole} s, ranks compute and wait {ranks}")
    program = build("collectives")
    command = [FSIN, "live", "-n", "4", "torus.yaml", "-q", "--json", "-"]
    cycles = {json.loads(subprocess.run([*command, *engine, "--", program], capture_output=True, text=True, timeout=300,
                                        check=True).stdout)["runs"][0]["fingerprint"]
              for engine in ([], ["--engine", "reference"])}
    if len(cycles) != 1:
        fail(f"the engines differ: {cycles}")


def child_of(process):
    """The one child of the process."""
    with open(f"/proc/{process}/task/{process}/children", encoding="utf-8") as file:
        return int(file.read().split()[0])


def deaths():
    """However a program ends: a result that says so, and nothing is left."""
    program = build("deaths")
    for kind, code, words in (("killed", 3, "before all its ranks had called MPI_Finalize"),
                              # A library may catch the signal, and end the process.
                              ("crash", 3, "rank 1 ended without MPI_Finalize" if OF_MPICH else
                               "before all its ranks had called MPI_Finalize"),
                              ("abort", 3, "rank 1 called MPI_Abort with code 7"),
                              ("exit", 3, "rank 1 ended without MPI_Finalize"),
                              ("spawn", 3, "rank 1 calls MPI_Comm_spawn")):
        done = live(3, [program, kind], "network.model=loggp", code=code)
        if words not in done.stderr or not json.loads(done.stdout)["partial"]:
            fail(f"{kind} is told so:\n{done.stdout}\n{done.stderr}")
        check_nothing_left(program)
    # All messages have been simulated, so the result is whole, in a run and in a sweep.
    done = live(3, [program, "code"], "network.model=loggp", code=1)
    run = only(done)
    if run["partial"] or run["outcome"] != "finished" or run["workload"]["exit_code"] != 5 or "returned exit code 5" not in done.stderr:
        fail(f"a program that returns 5 is told so:\n{done.stdout}\n{done.stderr}")
    command = [FSIN, "live", "-n", "3", "torus.yaml", "network.model=loggp", "-q", "--repeat", "2", "--", program, "code"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    if done.returncode != 1 or "returned exit code 5" not in done.stderr:
        fail(f"a program that returns 5 twice is told so:\n{done.stdout}\n{done.stderr}")
    for kind in ("spin", "look"):
        done = live(3, [program, kind], "network.model=loggp", "workload.time_limit=3 s", code=3)
        if "which is its limit" not in done.stderr:
            fail(f"{kind}: the time limit is told so:\n{done.stderr}")
        check_nothing_left(program)
    for network in (["network.model=loggp"], []):
        command = [FSIN, "live", "-n", "3", "torus.yaml", *network, "-q", "--", program, "deadlock"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        for rank in range(3):
            words = f"rank {rank} waits in MPI_Recv for a message from rank {(rank + 1) % 3}, tag 5"
            if done.returncode != 1 or words not in done.stdout:
                fail(f"a deadlock is told so (exit code {done.returncode}):\n{done.stdout}\n{done.stderr}")
        check_nothing_left(program)
    # One rank computes for ever and the others wait for it; then a signal ends the simulator, or the launcher.
    for sent, to_launcher, code, words in ((signal.SIGINT, False, 130, "interrupted"),
                                           (signal.SIGTERM, False, 130, "interrupted"),
                                           (signal.SIGKILL, False, -9, ""),
                                           (signal.SIGKILL, True, 3, "was ended by signal 9")):
        command = [FSIN, "live", "-n", "3", "torus.yaml", "network.model=loggp", "-q", "--", program, "spin"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            for _ in range(300):
                if len(processes_of(program)) == 3:
                    break
                time.sleep(0.1)
            time.sleep(1)
            os.kill(child_of(run.pid) if to_launcher else run.pid, sent)
            text = "".join(run.communicate(timeout=60))
        if run.returncode != code or words not in text:
            fail(f"after signal {sent} to the {'launcher' if to_launcher else 'simulator'}: exit code {run.returncode}\n"
                 f"{text}")
        check_nothing_left(program)


def threads():
    """Ranks of several OpenMP threads compute what they would without fsin; a burst is as long as that of the thread that
    computes most, whichever that is: four threads take a quarter of the time of one, and as long as one where one of
    them has all the work."""
    program = build("threads", "-fopenmp")
    for kind in ("funneled", "serialized", "uneven"):
        times = {}
        for number, length in ((4, 2_000_000), (1, 8_000_000)):
            done = live(2, [program, kind, str(length)], "network.model=loggp", "workload.cpu.model=measured",
                        before=["env", f"OMP_NUM_THREADS={number}"])
            lines = re.findall(r"^ok ([\d.]+)$", done.stderr, re.MULTILINE)
            if len(lines) != 1:
                fail(f"{kind}, {number} threads:\n{done.stderr}")
            times[number] = float(lines[0])
        least, most = (0.6, 1.7) if kind == "uneven" else (0.1, 0.6)
        if not least * times[1] < times[4] < most * times[1]:
            fail(f"{kind}: four threads take {times[4]} us, one with all their work {times[1]} us")


def thread_multiple():
    """Threads that call MPI at the same time get their data, and each has its clock: messages of one thread take no longer
    while another one computes."""
    program = build("multiple", "-fopenmp")
    for ranks, cpu in ((2, "none"), (4, "none"), (4, "measured"), (3, "fixed")):
        done = live(ranks, [program, "12", "5000000"], "network.model=loggp", f"workload.cpu.model={cpu}")
        right = re.findall(r"^ok (\S+)$", done.stderr, re.MULTILINE)
        if right != ["given", "tags", "communicators", "region"] or only(done)["ranks"]["finished"] != ranks:
            fail(f"{ranks} ranks, {cpu}:\n{done.stderr}")
        times = {name: float(time) for name, time in re.findall(r"^clock (\S+) ([\d.]+)$", done.stderr, re.MULTILINE)}
        if cpu == "none" and times["messages-beside"] != times["messages-alone"]:
            fail(f"{ranks} ranks: {times}")
        if cpu == "measured" and not (times["messages-beside"] < 0.5 * times["computing-beside"] and
                                      times["computing-beside"] <= times["both-beside"] < 1.5 * times["computing-beside"]):
            fail(f"{ranks} ranks: {times}")
    done = live(2, [program, "1", "1"], "network.model=loggp", code=3, options=["--trace", "trace.txt"])
    if "asks for MPI_THREAD_MULTIPLE: calls of several threads have no order" not in done.stderr:
        fail(f"a trace of several threads is told so:\n{done.stderr}")
    check_nothing_left(program)


def master_worker():
    """Results that a master receives from any source come in the order of simulated time, which is another one on slow
    links: results that are short in computing but long in bytes are overtaken there."""
    program = build("master_worker", folder=os.path.join(ROOT, "experiments/master-worker"))
    orders = {}
    for model in ("routers", "loggps"):
        for bandwidth in ("1 Gb/s", "10 Gb/s"):
            runs = []
            for _ in range(2):
                done = live(4, [program, "12"], f"network.model={model}", f"network.link.bandwidth={bandwidth}")
                runs.append([(int(task), int(worker), float(time)) for task, worker, time in re.findall(
                    r"^result (\d+) of worker (\d+) with \d+ bytes at ([\d.]+) us$", done.stderr, re.MULTILINE)])
            if runs[0] != runs[1] or sorted(task for task, _, _ in runs[0]) != list(range(12)):
                fail(f"{model}, {bandwidth}: {runs}")
            if runs[0] != sorted(runs[0], key=lambda each: each[2]):
                fail(f"{model}, {bandwidth}: not in the order of time: {runs[0]}")
            orders[model, bandwidth] = [task for task, _, _ in runs[0]]
        if orders[model, "1 Gb/s"] == orders[model, "10 Gb/s"]:
            fail(f"{model}: results come in the same order on slow and on fast links: {orders}")
    # The figures of docs/live.md.
    if orders["routers", "1 Gb/s"] != [1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11] or \
       orders["routers", "10 Gb/s"] != [1, 2, 0, 3, 4, 5, 7, 6, 8, 9, 10, 11]:
        fail(f"docs/live.md shows another order: {orders}")


def clocks():
    """Before MPI_Init and after MPI_Finalize the clocks of a program stand still but for what it sleeps, and go on from
    there; what its threads compute before MPI_Init is no part of the run."""
    program = build("around", "-pthread")
    for model in ("none", "measured"):
        done = live(2, [program], "network.model=loggp", f"workload.cpu.model={model}")
        passed = list(map(float, re.findall(r"^passed (-?[\d.]+)$", done.stderr, re.MULTILINE)))
        most = 1e-3 if model == "none" else 0.02  # measured beside other programs
        computed, slept, *around_calls, looped = passed
        # Looks at a standing clock cost 100 ns each, but for the first hundred, which libraries may have taken.
        if not (0 <= computed < 1e-5 and 0 <= slept - 0.02 < 1e-5 and 1e-3 <= looped < 1.1e-3 and
                all(0 <= time <= most for time in around_calls)):
            fail(f"cpu.model {model}: {passed}")
        if only(done)["ranks"]["compute_seconds"] > 0.02:
            fail(f"what is computed before MPI_Init is in the run: {only(done)['ranks']}")


def sanitized():
    """In a build with sanitizers, these are at work within the ranks: the card writes behind memory that a program gives for
    more than it is, and that is told."""
    program = build("overflow", "-w")
    done = live(2, [program], "network.model=loggp", code=3)
    if "AddressSanitizer: heap-buffer-overflow" not in done.stderr or "Card::deliver" not in done.stderr:
        fail(f"nothing is told of the memory behind that of the program:\n{done.stderr}")
    check_nothing_left(program)


def other_mpich():
    """A program of MPICH is not started where its library is missing, and is stopped by name where the library sends
    round the network, as Debian's does."""
    program = build("collectives")
    libraries = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    debian = re.search(r"libmpich\.so\.12 => (\S+)", libraries)[1]
    os.makedirs("other/lib")
    os.symlink(debian, "other/lib/libmpich.so.12")
    for folder, code, words in (("nowhere", 2, "mpich-patches/build-ofi.sh"),
                                ("other", 3, "has an MPI library that does not use the simulated network")):
        done = live(2, [program], before=["env", f"FSIN_MPICH={os.path.abspath(folder)}"], code=code)
        if words not in done.stderr:
            fail(f"{folder}: this is told so:\n{done.stderr}")
        check_nothing_left(program)
    # A key says the library of programs that do not show it.
    done = live(2, ["/bin/sh", "-c", program], "workload.mpi.library=mpich", before=["env", "FSIN_MPICH=/nowhere"], code=2)
    if "mpich-patches/build-ofi.sh" not in done.stderr:
        fail(f"the key chooses MPICH:\n{done.stderr}")


run_part({"other_mpich": other_mpich, "sanitized": sanitized, "ping_pong": ping_pong, "features": features, "fortran": fortran, "files": files, "collectives": collectives, "repeats": repeats, "deaths": deaths,
          "threads": threads, "thread_multiple": thread_multiple, "master_worker": master_worker, "clocks": clocks})

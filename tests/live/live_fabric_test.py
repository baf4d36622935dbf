#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that call libfabric themselves, without MPI.

Usage: live_fabric_test.py FSIN MPICC FOLDER PART
"""
import os
import re
import shutil
import subprocess
import sys

from live_run import FOLDER, NETWORKS, SOURCES, check_nothing_left, fail, live, model_times, only, run_part

SIZES = ["0", "1", "1024", "65536"]
USES = ["straddr", "tags", "data", "selective", "untagged", "too-long", "several", "cancelled", "time-out", "counters",
        "refused"]


def build_fabric():
    program = os.path.join(FOLDER, "fabric-fabric")
    headers = os.path.join(SOURCES, "../../../fsin/live/program")
    subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-I", headers, "-o", program, os.path.join(SOURCES, "fabric.c"),
                    "-lfabric"], check=True)
    return program


def clean():
    for name in ("address-0", "address-1"):
        if os.path.exists(name):
            os.remove(name)


def fabric():
    """Half a round trip is that of the network, and calls do what the manual of libfabric says."""
    program = build_fabric()
    for name in ("loggp", "ideal", "routers"):
        clean()
        expected = model_times(NETWORKS[name])
        done = live(2, [program, "times", *(size for size in SIZES if int(size) in expected)], *NETWORKS[name])
        found = re.findall(r"^(waited|polled) (\d+) ([\d.e-]+)$", done.stderr, re.MULTILINE)
        if len(found) < 6:
            fail(f"{name}: the program printed\n{done.stderr}")
        for how, size, seconds in found:
            if abs(float(seconds) * 1e9 - expected[int(size)]) > 1.001:  # the clock of the C library has whole ns
                fail(f"{name}: {size} bytes take {float(seconds) * 1e9:.3f} ns {how}, and {expected[int(size)]:.3f} ns in the "
                     "network alone")
    clean()
    done = live(2, [program, "uses"], "network.model=loggp", options=["--critical-path"])
    told = sorted(set(line for line in done.stderr.splitlines() if line.startswith(("ok ", "wrong "))))
    if told != sorted(f"ok {name}" for name in USES):
        fail(f"of the calls of libfabric, the program told\n{done.stderr}")
    calls = {each["function"] for each in only(done)["profile"]["calls"]}
    if not {"fi_send", "fi_recv", "fi_cq_read", "fi_cq_sread", "fi_cntr_wait", "fi_cancel"} <= calls:
        fail(f"the calls of the profile are {calls}")
    # Scripts, which have no endpoint, and start one that has.
    clean()
    done = live(2, ["sh", "-c", f"echo rank $OMPI_COMM_WORLD_RANK >&2; {program} times 8"], "network.model=loggp",
                "workload.mpi.library=none")
    if "rank 1" not in done.stderr or "waited 8" not in done.stderr:
        fail(f"a script printed\n{done.stderr}")
    # Ends.
    clean()
    done = live(2, [program, "deadlock"], "network.model=loggp", code=1)
    if "rank 0 waits in fi_cq_sread" not in done.stdout:
        fail(f"two ranks that wait for ever are told as\n{done.stdout}")
    clean()
    done = live(2, [program, "fails"], "network.model=loggp", code=3)
    if "rank 1 ended with exit code 7" not in done.stderr + done.stdout:
        fail(f"a rank that fails is told as\n{done.stdout}{done.stderr}")
    clean()
    done = live(2, [program, "samples"], "network.model=loggp", code=3)
    if "calls fi_send within the block sampled at" not in done.stderr + done.stdout:
        fail(f"a sampled block that sends is told as\n{done.stdout}{done.stderr}")
    clean()
    done = live(2, [program, "times", "8"], "network.model=loggp", "workload.cpu={model: measured, sample: 3}")
    if not any("cpu.sample" in str(each) for each in only(done)["unheeded"]):
        fail(f"a key without an effect is told: {only(done)['unheeded']}")
    done = live(2, ["true"], "workload.mpi.library=none", code=3)
    if "enabled an endpoint of libfabric" not in done.stderr + done.stdout:
        fail(f"a program without an endpoint is told as\n{done.stdout}{done.stderr}")
    check_nothing_left(program)


def fi_pingpong():
    """libfabric's own ping-pong, as Debian has it: what it prints follows from half a round trip of the network."""
    if shutil.which("fi_pingpong") is None:
        print("skipped: there is no fi_pingpong (apt-get install libfabric-bin)")
        sys.exit(77)
    # The server listens at a port of its own, and the client goes on trying until it does.
    port, size = 20000 + os.getpid() % 20000, "1024"
    script = (f'if [ "$OMPI_COMM_WORLD_RANK" = 0 ]; then exec fi_pingpong -p fsin -e rdm -m "$1" -I 50 -S {size} -B {port}; fi; '
              f"while ! grep -qi ':{port:04X} .* 0A ' /proc/net/tcp; do sleep 0.05; done; "
              f'exec fi_pingpong -p fsin -e rdm -m "$1" -I 50 -S {size} -P {port} 127.0.0.1')
    expected = model_times(NETWORKS["loggp"])[int(size)] / 1000
    for way in ("msg", "tagged"):
        done = live(2, ["sh", "-c", script, "sh", way], *NETWORKS["loggp"], "workload.mpi.library=none", limit=100)
        rows = re.findall(r"^1k +50 .* ([\d.]+) +[\d.]+ *$", done.stderr, re.MULTILINE)
        if len(rows) != 2:
            fail(f"{way}: fi_pingpong printed\n{done.stderr}")
        for each in rows:  # with two decimals; the first message of the client is no answer to anything
            if abs(float(each) - expected) > 0.05 * expected:
                fail(f"{way}: a message takes {each} us, and {expected} us in the network alone\n{done.stderr}")


run_part({"fabric": fabric, "fi_pingpong": fi_pingpong})

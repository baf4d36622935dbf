#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What programs say to a live run by fsin_live.h, fsin_live.f90 and the names of SMPI, and bursts that are sampled.

Usage: live_samples_test.py FSIN MPICC FOLDER PART
"""
import os
import re
import shutil
import subprocess
import sys

from live_run import FOLDER, FSIN, MPICC, MPIRUN, PART, SOURCES, build, check_nothing_left, fail, live, only, run_part

HEADERS = os.path.join(SOURCES, "../../../fsin/live/program")
MEASURED = ["network.model=loggp", "workload.cpu={model: measured}"]
BLOCKS = 100


def samples():
    return build("samples", "-I", HEADERS)


def sites(run, kind):
    return [each for each in run["workload"].get("sites", []) if each["kind"] == kind]


def counts(done):
    """What the ranks tell: how often they computed, and for how long."""
    return [(int(count), float(time)) for count, time in
            re.findall(r"^rank \d+ computed (\d+) in ([\d.]+) s$", done.stderr, re.MULTILINE)]


def close(what, found, expected, error=1e-6):
    if abs(found - expected) > error * abs(expected):
        fail(f"{what} is {found}, expected {expected}")


def check_counts(done, *expected):
    if [count for count, _ in counts(done)] != list(expected):
        fail(f"ranks computed {counts(done)}, expected {expected}\n{done.stderr}")


def blocks():
    """Blocks are computed as often as is said, then left out, and take the mean of what they took before."""
    program = samples()
    done = live(4, [program, "local", "10"])
    check_counts(done, 10, 10, 10, 10)
    site, = sites(only(done), "local")
    if (site["done"], site["left_out"], site["replaced_seconds"]) != (40, 360, 0):
        fail(f"without CPU times: {site}")
    if not re.fullmatch(r".*samples\.c:\d+", site["name"]):
        fail(f"the block is called {site['name']}")
    done = live(4, [program, "local", "10"], *MEASURED)
    check_counts(done, 10, 10, 10, 10)
    site, = sites(only(done), "local")
    close("the time of blocks left out", site["replaced_seconds"], site["left_out"] * site["mean_seconds"])
    if site["mean_seconds"] <= 0 or site["deviation_seconds"] <= 0:
        fail(f"nothing was measured: {site}")
    # What the ranks see by MPI_Wtime is what was measured and what was put in its place, and little more.
    seen, said = sum(time for _, time in counts(done)), site["replaced_seconds"] + 40 * site["mean_seconds"]
    if not said <= seen <= 1.2 * said + 0.002:
        fail(f"ranks computed for {seen} s, blocks took {said} s")
    # The time scales with the CPU, and a run that replays what was recorded is equal to it.
    recorded = live(4, [program, "local", "10"], "network.model=loggp",
                    "workload.cpu={model: measured, record: cpu.txt}")
    again = live(4, [program, "local", "10"], "network.model=loggp", "workload.cpu={replay: cpu.txt}")
    for key in ("cycles", "fingerprint"):
        if only(again)[key] != only(recorded)[key]:
            fail(f"{key} is {only(again)[key]} in the replay, {only(recorded)[key]} in the run")
    if sorted(again.stderr.splitlines()) != sorted(recorded.stderr.splitlines()):
        fail(f"the program prints\n{again.stderr}in the replay and\n{recorded.stderr}before")
    # All ranks together.
    for overrides in ([], MEASURED):
        done = live(4, [program, "global", "10"], *overrides)
        site, = sites(only(done), "global")
        if sum(count for count, _ in counts(done)) != 10 or (site["done"], site["left_out"]) != (10, 390):
            fail(f"of 10 blocks of all ranks: {counts(done)}, {site}")
    # Until the mean is known well: the rougher the wish, the fewer blocks.
    few, = sites(only(live(2, [program, "error", "2"], *MEASURED)), "local")
    many, = sites(only(live(2, [program, "error", "2000"], *MEASURED)), "local")
    if not 6 <= few["done"] < many["done"]:
        fail(f"blocks until the mean is known: {few}, {many}")
    done = live(2, [program, "nested", "7"])
    check_counts(done, 5, 5)
    if [(each["done"], each["left_out"]) for each in sites(only(done), "local")] not in ([(14, 186), (10, 18)],
                                                                                         [(10, 18), (14, 186)]):
        fail(f"blocks within blocks: {sites(only(done), 'local')}")
    # Outside fsin live, and in text.
    normal = subprocess.run([*MPIRUN, "-n", "2", program, "local", "10"], capture_output=True, text=True,
                            check=True) if "openmpi" in MPICC else None
    if normal and sorted(count for count, _ in counts(normal)) != [BLOCKS, BLOCKS]:
        fail(f"without fsin, all is computed: {normal.stderr}")
    text = subprocess.run([FSIN, "live", "-n", "2", "torus.yaml", "-q", "--", program, "local", "10"],
                          capture_output=True, text=True, check=True).stdout
    if not re.search(r"^sampled .*samples\.c:\d+: computed 20 times, .* left out 180 times", text, re.MULTILINE):
        fail(f"the text says\n{text}")
    check_nothing_left(program)


def wrong_blocks():
    """Blocks that send or are left half-way, regions that cross, delays without a speed: the run ends and says why."""
    program = samples()
    for words, expected in ((["sends"], r"rank \d calls MPI_Barrier within the block sampled at .*samples\.c:\d+"),
                            (["breaks"], r"rank \d comes to the block sampled at .*samples\.c:\d+ within itself"),
                            (["crossed"], r"ends region one, and region two is the last that it has begun"),
                            (["delay", "1", "5"], r"gives a delay in flops at .*samples\.c:\d+; set workload.cpu.speed")):
        done = live(2, [program, *words], code=3)
        if not re.search(expected, done.stderr):
            fail(f"{words}: the run does not say {expected}\n{done.stderr}")
    done = live(2, [program, "delay", "1", "-5"], "workload.cpu={model: none, speed: 2 Gf/s}", code=3)
    if "negative" not in done.stderr:
        fail(f"a negative delay\n{done.stderr}")
    for value, expected in (("fast", "fast"), ("2 Gips", "instructions")):
        done = live(2, [program, "local", "1"], f"workload.cpu.speed={value}", code=2)
        if expected not in done.stderr or "cpu.speed" not in done.stderr:
            fail(f"speed {value}\n{done.stderr}")
    done = live(2, [program, "local", "1"], "workload.cpu={model: none, sample: 3}")
    if not any("cpu.sample" in str(each) for each in only(done)["unheeded"]):
        fail(f"a sample without CPU times is told: {only(done)['unheeded']}")
    check_nothing_left(program)


def delays():
    """Delays take what their flops say; regions hold what is spent in them."""
    program = samples()
    speed = "workload.cpu={model: none, speed: 2 Gf/s}"
    done = live(3, [program, "delay", "4", "1e8"], speed)
    check_counts(done, 0, 0, 0)
    for _, time in counts(done):
        close("the time of four delays", time, 4 * 1e8 / 2e9)
    site, = sites(only(done), "delay")
    if (site["done"], site["left_out"]) != (0, 12):
        fail(f"delays: {site}")
    close("the time of all delays", site["replaced_seconds"], 12 * 0.05)
    done = live(3, [program, "region", "4", "1e8"], speed)
    regions = {each["name"]: each for each in sites(only(done), "region")}
    if set(regions) != {"outer", "barrier", "open at the end"}:
        fail(f"regions: {regions}")
    outer, barrier = regions["outer"], regions["barrier"]
    if (outer["done"], barrier["done"], regions["open at the end"]["done"]) != (12, 12, 3):
        fail(f"entries of regions: {regions}")
    # Rank r delays by (r + 1) * 0.05 s, and all wait for the last: 0.15 s each time.
    close("the region of all ranks", outer["mean_seconds"] * 12, 3 * 4 * 0.15, 1e-3)
    close("computing within it", outer["computed_seconds"], 4 * (0.05 + 0.1 + 0.15), 1e-3)
    close("the longest", outer["most_seconds"], 4 * 0.15, 1e-3)
    close("waiting", barrier["mean_seconds"] * 12, 4 * (0.1 + 0.05), 1e-3)
    close("computing in the barrier", barrier["computed_seconds"] + 1, 1, 1e-4)
    check_nothing_left(program)


def memory():
    """Ranks share what the same line allocates, and nothing else."""
    program = samples()
    done = live(4, [program, "memory", "3000000"])
    check_counts(done, 1, 1, 1, 1)
    found = sorted((each["bytes"], each["done"]) for each in sites(only(done), "memory"))
    if found != [(100, 4), (3000000, 4), (3000000, 8)]:
        fail(f"shared memory: {sites(only(done), 'memory')}")
    check_nothing_left(program)


def names_of_smpi():
    """A program that was prepared for SMPI."""
    program = build("smpi_names", "-I", HEADERS)
    done = live(2, [program], "workload.cpu={model: none, speed: 2 Gf/s}")
    told = done.stderr.split()
    if told[:4] != ["4", "5", "20", "0"]:
        fail(f"the program tells {told}")
    close("the time of three delays", float(told[4]), 0.25 + 0.5 + 0.25)
    if sites(only(done), "global")[0]["done"] != 3:
        fail(f"{sites(only(done), 'global')}")
    check_nothing_left(program)


def fortran_samples():
    """The module for Fortran, and bursts between calls of Fortran."""
    if shutil.which(MPICC.replace("mpicc", "mpif90")) is None:
        print("skipped: there is no Fortran for this MPI")
        sys.exit(77)
    objects = os.path.join(FOLDER, f"module-{os.path.basename(MPICC)}")
    os.makedirs(objects, exist_ok=True)
    compiler = MPICC.replace("mpicc", "mpif90")
    subprocess.run([compiler, "-c", "-Wall", "-J", objects, "-o", os.path.join(objects, "fsin_live.o"),
                    os.path.join(HEADERS, "fsin_live.f90")], check=True)
    program = build("samples.f90", "-I", objects, os.path.join(objects, "fsin_live.o"))
    done = live(2, [program], "workload.cpu={model: none, speed: 2 Gf/s}")
    computed, took = done.stderr.split()
    if computed != "7":
        fail(f"the block was computed {computed} times")
    close("the time of a delay", float(took), 0.5)
    local, = sites(only(done), "local")
    if (local["name"], local["done"], local["left_out"]) != ("first", 14, 86):
        fail(f"the block: {local}")
    close("the region", sites(only(done), "region")[0]["mean_seconds"], 0.5)
    # 30 reductions in a loop are one place: the bursts before the first of them are others.
    run = only(live(2, [program], "network.model=loggp", "workload.cpu={model: measured, sample: 5, speed: 2 Gf/s}"))
    bursts, = sites(run, "bursts")
    if bursts["left_out"] != 2 * (29 - 5):
        fail(f"bursts between calls of Fortran: {bursts}")
    check_nothing_left(program)


def bursts():
    """CPU bursts are told by the calls of MPI between which they lie: each kind lasts its own mean."""
    program = samples()
    run = only(live(2, [program, "bursts"], "network.model=loggp", "workload.cpu={model: measured, sample: 10}"))
    site, = sites(run, "bursts")
    # Per rank: 99 bursts from the second barrier to the first, 100 from there to the second; 10 of each are measured.
    if site["left_out"] != 2 * (89 + 90) + 2 * 0:
        fail(f"bursts: {site}")
    if not site["replaced_seconds"] > 0 or site["done"] < 40:
        fail(f"bursts: {site}")
    # A short and a long kind, one to ten: their means are told apart, or else the sum would be right as well.
    ratio = site["replaced_seconds"] / site["left_out"] / site["mean_seconds"]
    if not 0.5 < ratio < 2:
        fail(f"the mean of bursts left out is {ratio} times that of those measured: {site}")
    check_nothing_left(program)


run_part({"blocks": blocks, "wrong_blocks": wrong_blocks, "delays": delays, "memory": memory,
          "names_of_smpi": names_of_smpi, "fortran_samples": fortran_samples, "bursts": bursts})

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of Debian under fsin live, with the results of a normal run: HPCC, LAMMPS and the tests of ScaLAPACK on 16
ranks, on a torus and on a dragonfly. Skipped where the package is not installed.

Usage: live_programs_test.py FSIN MPICC FOLDER PART
"""
import os
import re
import shutil
import subprocess
import sys

from live_run import PART, fail, live, only, run_part

TORUS = []
DRAGONFLY = ["network.topology={type: dragonfly, p: 2, a: 4, h: 2, groups: 3}", "network.routing=dragonfly-minimal"]
RANKS = 16
HPCC = """HPLinpack benchmark input file
of a test
HPL.out      output file name
8            device out
1            number of problem sizes
100          Ns
1            number of NBs
10           NBs
0            PMAP
1            number of process grids
4            Ps
4            Qs
16.0         threshold
1            number of PFACTs
2            PFACTs
1            number of NBMINs
4            NBMINs
1            number of NDIVs
2            NDIVs
1            number of RFACTs
1            RFACTs
1            number of BCASTs
1            BCASTs
1            number of DEPTHs
1            DEPTHs
2            SWAP
64           swapping threshold
0            L1
0            U
1            equilibration
8            alignment
##### This line is ignored. #####
0            number of additional problem sizes for PTRANS
1200         N
0            number of additional blocking sizes for PTRANS
40           NB
"""
MELT = """units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 8 0 8 0 8
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify every 20 delay 0 check no
fix 1 all nve
thermo 10
run 50
"""


def need(program, package):
    if shutil.which(program) is None:
        print(f"skipped: there is no {program} (apt-get install {package})")
        sys.exit(77)


def normal_run(words):
    """What the program prints without fsin."""
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return subprocess.run(["mpirun.openmpi", *root, "--oversubscribe", "-n", str(RANKS), *words], check=True,
                          capture_output=True, text=True, timeout=600).stdout


def both_networks(words):
    """The outputs of the program on both networks, each after a look at what the network carried."""
    for overrides in (TORUS, DRAGONFLY):
        done = live(RANKS, words, *overrides, "workload.cpu.model=measured", limit=3000)
        run = only(done)
        print(f"live {PART} {overrides}: {run['simulated_seconds']} s simulated, {run['messages']['sent']} messages, "
              f"{run['host']['wall_s']:.1f} s")
        if run["ranks"]["finished"] != RANKS or run["messages"]["sent"] < 1000:
            fail(f"{overrides}: {run['ranks']}, {run['messages']}")
        yield overrides, done.stderr


def solution_of_hpcc():
    """What the last run of HPCC has found: all its checks pass, and the residual of its linear system."""
    with open("hpccoutf.txt", encoding="utf-8", errors="replace") as file:
        text = file.read()
    os.remove("hpccoutf.txt")
    if "Success=1" not in text or "FAILED" in text or "PASSED" not in text:
        fail(f"HPCC says\n{text[-3000:]}")
    return re.findall(r"^\|\|Ax-b\|\|.*PASSED$", text, re.MULTILINE)


def hpcc():
    """Every benchmark of HPCC has succeeded, and the solution is that of a normal run in every digit."""
    need("hpcc", "hpcc")
    with open("hpccinf.txt", "w", encoding="utf-8") as file:
        file.write(HPCC)
    normal_run(["hpcc"])
    normal = solution_of_hpcc()
    for overrides, _ in both_networks(["hpcc"]):
        found = solution_of_hpcc()
        if len(normal) != 1 or found != normal:
            fail(f"{overrides}: HPCC finds {found}, and without fsin {normal}")


def thermo(text):
    """Energies and pressures of every tenth step: all numbers that LAMMPS computes, in print."""
    lines = re.findall(r"^ *\d+(?: +-?[\d.e+-]+){5} *$", text, re.MULTILINE)
    if len(lines) != 6:
        fail(f"no table of LAMMPS:\n{text}")
    return lines


def lammps():
    """The table of LAMMPS is that of a normal run, in every digit."""
    need("lmp", "lammps")
    with open("melt.txt", "w", encoding="utf-8") as file:
        file.write(MELT)
    words = ["lmp", "-in", "melt.txt", "-log", "none"]
    normal = thermo(normal_run(words))
    for overrides, text in both_networks(words):
        if thermo(text) != normal:
            fail(f"{overrides}: LAMMPS prints\n{thermo(text)}\nand without fsin\n{normal}")


# Tests of ScaLAPACK: the input of each, with two sizes of matrices on a grid of 4 x 4 ranks. Without their estimates of
# condition numbers ("F"), which wait for ever on this grid in a normal run too.
SCALAPACK = "/usr/lib/x86_64-linux-gnu/scalapack/openmpi-tests"
FACTORISATIONS = {
    "xdlu": ("LU.dat", """'LU factorization'
'of a test'
'LU.out'
6
2
31 57
31 57
1
4
1
3
1
3
1
4
4
1.0
F
"""),
    "xdllt": ("LLT.dat", """'LLt factorization'
'of a test'
'LLT.out'
6
'U'
2
31 57
1
4
1
3
1
3
1
4
4
3.0
F
"""),
}


def residuals(text):
    """Every test that was done, without its times: sizes, residuals and whether they are small enough."""
    rows = [line.split() for line in text.splitlines() if line.startswith("WALL ")]
    counts = re.findall(r"^ +\d+ tests .*$", text, re.MULTILINE)
    if not rows or any(row[-1] != "PASSED" for row in rows) or not counts:
        fail(f"the tests of ScaLAPACK say\n{text}")
    return [[cell for cell in row if "." not in cell] for row in rows] + counts


def scalapack():
    """The tests of ScaLAPACK pass on the same matrices as in a normal run."""
    if not os.path.isdir(SCALAPACK):
        print("skipped: there is no ScaLAPACK with tests (apt-get install scalapack-mpi-test)")
        sys.exit(77)
    for name, (file, text) in FACTORISATIONS.items():
        with open(file, "w", encoding="utf-8") as input_file:
            input_file.write(text)
        words = [os.path.join(SCALAPACK, name)]
        normal = residuals(normal_run(words))
        for overrides, printed in both_networks(words):
            if residuals(printed) != normal:
                fail(f"{overrides}: {name} finds\n{residuals(printed)}\nand without fsin\n{normal}")


run_part({"hpcc": hpcc, "lammps": lammps, "scalapack": scalapack})

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of Debian under fsin live, with the results of a normal run: HPCC, LAMMPS, Quantum ESPRESSO and the tests of
ScaLAPACK on 16 and 64 ranks, on a torus and on a dragonfly. Skipped where the package is not installed.

Usage: live_programs_test.py FSIN MPICC FOLDER PART
"""
import itertools
import os
import re
import shutil
import subprocess
import sys

from live_run import MPIRUN, PART, fail, live, only, run_part



def networks(ranks):
    """A torus of as many nodes as ranks, and the smallest dragonfly of these groups that has as many."""
    dims, groups = {16: ("4, 4", 3), 64: ("8, 8", 9)}[ranks]
    return ([f"network.topology={{type: torus, dims: [{dims}]}}"],
            [f"network.topology={{type: dragonfly, p: 2, a: 4, h: 2, groups: {groups}}}",
             "network.routing=dragonfly-minimal"])


# For the bandwidths that HPCC measures, with messages of 2 MB between all ranks at a time.
LARGE_PACKETS = ["network.packet=4 KiB", "network.phit=256 B", "network.link.bandwidth=100 Gb/s"]
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
{grid}            Ps
{grid}            Qs
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


def normal_run(ranks, words):
    """What the program prints without fsin."""
    return subprocess.run([*MPIRUN, "-n", str(ranks), *words], check=True, capture_output=True, text=True, timeout=1200).stdout


def both_networks(ranks, words, *more):
    """The outputs of the program on both networks, each after a look at what the network carried."""
    for overrides in networks(ranks):
        done = live(ranks, words, *overrides, *more, "workload.cpu.model=measured", limit=3000)
        run = only(done)
        print(f"live {PART} {os.path.basename(words[0])}, {ranks} ranks, {overrides[0]}: {run['simulated_seconds']} s "
              f"simulated, {run['messages']['sent']} messages, {run['host']['wall_s']:.1f} s", flush=True)
        if run["ranks"]["finished"] != ranks or run["messages"]["sent"] < 1000:
            fail(f"{ranks} ranks, {overrides}: {run['ranks']}, {run['messages']}")
        yield f"{ranks} ranks, {overrides}", done.stderr


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
    for ranks, grid in ((16, 4), (64, 8)):
        with open("hpccinf.txt", "w", encoding="utf-8") as file:
            file.write(HPCC.format(grid=grid))
        normal_run(ranks, ["hpcc"])
        normal = solution_of_hpcc()
        for where, _ in both_networks(ranks, ["hpcc"], *LARGE_PACKETS):
            found = solution_of_hpcc()
            if len(normal) != 1 or found != normal:
                fail(f"{where}: HPCC finds {found}, and without fsin {normal}")


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
    for ranks in (16, 64):
        normal = thermo(normal_run(ranks, words))
        for where, text in both_networks(ranks, words):
            if thermo(text) != normal:
                fail(f"{where}: LAMMPS prints\n{thermo(text)}\nand without fsin\n{normal}")


SILICON = """&control
  calculation = 'scf', prefix = 'si', pseudo_dir = '/usr/share/espresso/pseudo', outdir = 'out', disk_io = 'none'
/
&system
  ibrav = 2, celldm(1) = 10.2, nat = 2, ntyp = 1, ecutwfc = 12.0
/
&electrons
  conv_thr = 1.0d-8
/
ATOMIC_SPECIES
 Si 28.086 Si.pz-vbc.UPF
ATOMIC_POSITIONS alat
 Si 0.00 0.00 0.00
 Si 0.25 0.25 0.25
K_POINTS automatic
 3 3 3 0 0 0
"""


def energies(text):
    """The total energy, its parts, and the bands of every k point."""
    total = re.findall(r"^!.*Ry$", text, re.MULTILINE)
    parts = re.findall(r"^ +(?:one-electron|hartree|xc|ewald) +contribution.*Ry$", text, re.MULTILINE)
    bands = re.findall(r"bands \(ev\):\s+(.*)$", text, re.MULTILINE)
    if len(total) != 1 or len(parts) != 4 or not bands or "JOB DONE" not in text:
        fail(f"Quantum ESPRESSO prints\n{text[-3000:]}")
    return total + parts + bands


def espresso():
    """Silicon has the energy and the bands of a normal run, in every digit. One pool of 16 ranks, or four for 64: more
    ranks have nothing to do in so small a cell."""
    need("pw.x", "quantum-espresso quantum-espresso-data")
    if not os.path.isfile("/usr/share/espresso/pseudo/Si.pz-vbc.UPF"):
        print("skipped: there are no pseudopotentials (apt-get install quantum-espresso-data)")
        sys.exit(77)
    with open("silicon.txt", "w", encoding="utf-8") as file:
        file.write(SILICON)
    for ranks in (16, 64):
        words = ["pw.x", "-nk", str(ranks // 16), "-ndiag", "4", "-in", "silicon.txt"]
        normal = energies(normal_run(ranks, words))
        for where, text in both_networks(ranks, words):
            if energies(text) != normal:
                fail(f"{where}: Quantum ESPRESSO finds\n{energies(text)}\nand without fsin\n{normal}")


# Tests of ScaLAPACK: the input of each, with two sizes of matrices on a grid of 4 x 4 or 8 x 8 ranks. Without their
# estimates of condition numbers ("F"), which wait for ever on the smaller grid in a normal run too.
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
{grid}
{grid}
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
{grid}
{grid}
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
    for (name, (file, text)), (ranks, grid) in itertools.product(FACTORISATIONS.items(), ((16, 4), (64, 8))):
        with open(file, "w", encoding="utf-8") as input_file:
            input_file.write(text.format(grid=grid))
        words = [os.path.join(SCALAPACK, name)]
        normal = residuals(normal_run(ranks, words))
        for where, printed in both_networks(ranks, words):
            if residuals(printed) != normal:
                fail(f"{where}: {name} finds\n{residuals(printed)}\nand without fsin\n{normal}")


run_part({"hpcc": hpcc, "lammps": lammps, "espresso": espresso, "scalapack": scalapack})

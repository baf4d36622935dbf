# SPDX-License-Identifier: Apache-2.0
"""What the comparisons of live runs share: programs are built, run, and looked at while they run."""
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PING_PONG = ROOT / "tests/live/programs/ping_pong.c"
SIZES = ["0", "1024", "16384", "65536", "1048576"]
TICKS = os.sysconf("SC_CLK_TCK")


def stop(text):
    sys.exit(f"{Path(sys.argv[0]).name}: {text}")


def need(*programs):
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        stop(f"there is no {', '.join(missing)}")


def copy_of_npb(sources, folder, fortran, c):
    """The NAS Parallel Benchmarks with settings for these compilers; newer ones take their calls only when told to."""
    if not (sources / "config/make.def.template").is_file():
        stop(f"{sources} is no folder of the NAS Parallel Benchmarks (NPB3.3-MPI)")
    shutil.copytree(sources, folder, ignore=shutil.ignore_patterns("*.o", "bin"))
    (folder / "bin").mkdir()
    (folder / "config/make.def").write_text(
        f"MPIF77 = {fortran}\nFLINK = {fortran}\nFFLAGS = -O2 -w -fallow-argument-mismatch -fallow-invalid-boz\n"
        f"FLINKFLAGS = -O2\nMPICC = {c}\nCLINK = {c}\nCFLAGS = -O2 -w\nCLINKFLAGS = -O2\nCC = cc -w\nBINDIR = ../bin\n"
        "RAND = randi8\n", encoding="utf-8")


def benchmark(folder, name, size, ranks):
    subprocess.run(["make", "-s", "-C", str(folder), name, f"CLASS={size}", f"NPROCS={ranks}"], check=True,
                   capture_output=True)
    return str((folder / f"bin/{name}.{size}.{ranks}").resolve())


class Watch(threading.Thread):
    """CPU time of a process and of all below it, and the largest sum of their memory (shared pages divided among those
    that share them), by looking every tenth of a second, or less often where a look at all of them takes long."""

    def __init__(self, root):
        super().__init__()
        self.root, self.cpu, self.memory, self.over = root, {}, 0, threading.Event()

    def run(self):
        pause = 0.1
        while not self.over.wait(pause):
            begin = time.thread_time()
            self.memory = max(self.memory, sum(map(self.share, self.look())))
            pause = max(0.1, 50 * (time.thread_time() - begin))

    def look(self):
        parents, cpu = {}, {}
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
            except OSError:  # gone
                continue
            fields = text[text.rindex(")") + 2:].split()
            parents[int(process)] = int(fields[1])
            cpu[int(process)] = (int(fields[11]) + int(fields[12])) / TICKS
        tree, grown = set(), {self.root}
        while grown:
            tree |= grown
            grown = {process for process, parent in parents.items() if parent in tree} - tree
        self.cpu.update({process: cpu[process] for process in tree if process in cpu})
        return tree

    @staticmethod
    def share(process):
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
        except OSError:
            return 0
        found = re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)
        return int(found[1]) * 1024 if found else 0


def watched(command, folder, variables=None):
    """Both outputs in one text, wall time and CPU time in seconds, and peak memory in bytes."""
    begin = time.monotonic()
    with subprocess.Popen(list(map(str, command)), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, env={**os.environ, **(variables or {})}) as process:
        watch = Watch(process.pid)
        watch.start()
        text = process.communicate()[0]
        watch.over.set()
        watch.join()
    if process.returncode != 0:
        stop(f"{' '.join(map(str, command))}: exit code {process.returncode}\n{text[-3000:]}")
    return text, time.monotonic() - begin, sum(watch.cpu.values()), watch.memory


def is_verified(text):
    return re.search(r"Verification\s*=\s*SUCCESSFUL", text) is not None


def seconds_of(text):
    """What the benchmark itself has measured with MPI_Wtime."""
    found = re.search(r"Time in seconds\s*=\s*([\d.]+)", text)
    return float(found[1]) if found else stop(f"no time in\n{text[-2000:]}")

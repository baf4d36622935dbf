#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Debian packages: made by cpack, looked at by lintian, installed and tried in a clean Debian 12 made by mmdebstrap, where
Fig. 7 of the paper is there within a minute; removed again without a trace.

Usage: packages_test.py BUILD [FOLDER]
Needs root, or user namespaces, for the clean system, and a Debian mirror that can be reached (MIRROR names another than
deb.debian.org); says what is missing and ends with exit status 77. FOLDER keeps the packages and the log.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")
# What lintian finds and we leave: packages made outside Debian have no bug that asks for them, and the shared data of fsin is
# too small for a package of its own. There is no address for mail (-DCPACK_PACKAGE_CONTACT names one), the static library is
# not meant for cross-compilation, and cpack calls ldconfig for private libraries, too.
LEFT = {"initial-upload-closes-no-bugs", "arch-dep-package-has-big-usr-share", "no-manual-page", "hardening-no-bindnow",
        "hardening-no-fortify-functions", "package-contains-documentation-outside-usr-share-doc", "repeated-path-segment",
        "bogus-mail-host", "bogus-mail-host-in-debian-changelog", "pkg-config-unavailable-for-cross-compilation",
        "maintscript-calls-ldconfig"}

SCRIPT = r"""
set -eu
cd /tmp
mkdir empty; cd empty
export LC_ALL=C.UTF-8
echo "## version"; fsin --version; trgen --version
echo "## run"; fsin run bundled:experiments/first.yaml -q
printf 'fsin: 1\nnetwork: {file: bundled:topologies/mesh-8x8.yaml}\n' > mine.yaml
fsin run mine.yaml -q > /dev/null
trgen info bundled:traces/npb/cg.S.4.txt.zst > /dev/null
echo "## report"; fsin sweep bundled:experiments/first.yaml sweep.grid.load='[0.1, 0.2]' measure.cycles=1000 --out out -q > /dev/null
fsin report out; test -s out/report.html
echo "## Fig. 7"; date +%s > began; (/usr/share/fsin/experiments/paper-fig7/run --seeds 3; times > times)
echo "SECONDS $(($(date +%s) - $(cat began)))"
echo "CPU $(sed -n 2p times)"
test -s results/paper-fig7/figure.svg
test -s /usr/share/man/man1/fsin-sweep.1.gz
test -s /usr/share/bash-completion/completions/fsin -a -s /usr/share/zsh/vendor-completions/_fsin
"""
MPI = r"""
set -eu
cd /tmp/empty
mpirun.mpich -n 2 fsin run bundled:experiments/first.yaml -q --json two.json
fsin run bundled:experiments/first.yaml -q --json one.json
grep -o '"fingerprint": *"[0-9a-f]*"' one.json | head -1 > one; grep -o '"fingerprint": *"[0-9a-f]*"' two.json | head -1 > two
cmp one two; test -s one
"""
LIVE = r"""
set -eu
cd /tmp/empty
printf 'fsin: 1\nnetwork: {topology: {type: torus, dims: [4]}}\n' > live.yaml
fsin live -n 2 live.yaml -q --json live.json -- /tmp/debs/ping_pong 3 8 65536
grep -q '"outcome": *"finished"' live.json
"""
PYTHON = r"""
set -eu
cd /tmp/empty
python3 -c 'import fsin; print(fsin.run("bundled:experiments/first.yaml", cycles=1000).fingerprint, fsin.data_folder())' > python
fsin run bundled:experiments/first.yaml cycles=1000 -q --json one.json
grep -q "$(sed -n 's/.*"fingerprint": *"\([0-9a-f]*\)".*/\1/p' one.json | head -1) /usr/share/fsin" python
"""
GONE = r"""
set -eu
dpkg --purge fsin-mpi fsin
for path in /usr/share/fsin /usr/bin/fsin /usr/share/doc/fsin /usr/share/man/man1/fsin.1.gz; do test ! -e $path; done
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def run(*words, **how):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **how)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)[:300]}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def field(package, name):
    return run("dpkg-deb", "-f", package, name).strip()


def check_fields(packages):
    for name, package in packages.items():
        depends = field(package, "Depends")
        if name == "fsin" and not re.search(r"libfmt\d+.*libc6|libc6.*libfmt\d+", depends):
            sys.exit(f"{name}: dpkg-shlibdeps found no libraries: {depends}")
        if name == "fsin-mpi" and not (f"fsin (= {field(package, 'Version')})" in depends and "libmpich12" in depends):
            sys.exit(f"{name}: depends on {depends}")
        if name == "fsin-live" and not (f"fsin (= {field(package, 'Version')})" in depends and "libfabric1" in depends):
            sys.exit(f"{name}: depends on {depends}")
        if name == "libfsin-dev" and "libfmt-dev" not in depends:
            sys.exit(f"{name}: depends on {depends}")
        if name == "python3-fsin" and not ("python3-numpy" in depends and re.search(r"libfmt\d+", depends)):
            sys.exit(f"{name}: depends on {depends}")
        if (field(package, "Architecture") == "all") != (name == "fsin-doc"):
            sys.exit(f"{name}: architecture {field(package, 'Architecture')}")
        print(f"{name}: {os.path.getsize(package) / 1e6:.1f} MB, {int(field(package, 'Installed-Size')) / 1000:.1f} MB installed; {depends}")


def check_lintian(packages):
    if not shutil.which("lintian"):
        print("skipped: what lintian says; it is not installed")
        return
    done = subprocess.run(["lintian", "--allow-root", "--no-cfg", *packages.values()], capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if re.match(r"[EW]: ", line) and line.split()[2] not in LEFT]
    print(done.stdout)
    if found:
        sys.exit("lintian:\n" + "\n".join(found))


def mirror_answers(scratch):
    """apt-helper puts a file in the place of what is there: it has to be a place of its own."""
    return subprocess.run(["/usr/lib/apt/apt-helper", "download-file", f"{MIRROR}/dists/bookworm/Release", f"{scratch}/Release"],
                          capture_output=True, timeout=60, check=False).returncode == 0


def main():
    if not shutil.which("cpack") or not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        skip("packages need cpack, dpkg-deb and dpkg-shlibdeps (cmake, dpkg-dev)")
    with tempfile.TemporaryDirectory(prefix="fsin-packages-") as scratch:
        folder = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else os.path.join(scratch, "packages")
        os.makedirs(folder, exist_ok=True)
        run("cpack", "-G", "DEB", "-B", folder, cwd=BUILD)
        packages = {os.path.basename(path).partition("_")[0]: path for path in sorted(glob.glob(f"{folder}/*.deb"))}
        if set(packages) - {"python3-fsin"} != {"fsin", "fsin-live", "fsin-mpi", "libfsin-dev", "fsin-doc"}:
            sys.exit(f"cpack made {sorted(packages)}")
        check_fields(packages)
        check_lintian(packages)
        if not shutil.which("mmdebstrap"):
            skip("the clean Debian needs mmdebstrap, which is not installed; packages were made and looked at")
        if not mirror_answers(scratch):
            skip(f"the clean Debian needs a mirror, and {MIRROR} does not answer; packages were made and looked at")
        root = os.path.join(scratch, "root")
        began = time.monotonic()
        log = run("mmdebstrap", "--variant=minbase", "--skip=cleanup/apt,cleanup/tmp", f"--customize-hook=mkdir -p $1/tmp/debs",
                  f"--customize-hook=copy-in {packages['fsin']} {packages['fsin-mpi']} /tmp/debs",
                  install(packages["fsin"]),
                  f"--customize-hook=chroot \"$1\" sh -c '{quoted(SCRIPT)}' > {scratch}/script.log 2>&1 || {{ cat {scratch}/script.log; exit 1; }}",
                  install(packages["fsin-mpi"]),
                  f"--customize-hook=chroot \"$1\" sh -c '{quoted(MPI)}'",
                  *live_hooks(packages, scratch), *python_hooks(packages), f"--customize-hook=chroot \"$1\" sh -c '{quoted(GONE)}'",
                  "bookworm", root if os.geteuid() == 0 else f"{root}.tar", MIRROR)
        with open(f"{scratch}/script.log", encoding="utf-8") as file:
            text = file.read()
        print(text)
        if len(sys.argv) > 2:
            with open(f"{folder}/log.txt", "w", encoding="utf-8") as file:
                file.write(log + text)
        seconds = int(re.search(r"^SECONDS (\d+)$", text, flags=re.M).group(1))
        cpu = sum(60 * int(minutes) + float(rest) for minutes, rest in
                  re.findall(r"(\d+)m([\d.]+)s", re.search(r"^CPU (.*)$", text, flags=re.M).group(1)))
        # Two idle cores have it in half of that; how long it takes beside other work says nothing.
        if cpu > 2 * 60:
            sys.exit(f"Fig. 7 took {cpu:.0f} s of CPU time, more than two cores have in a minute")
        print(f"Fig. 7 after {seconds} s, {cpu:.0f} s of CPU time; the clean system with all of this took {time.monotonic() - began:.0f} s")
        for expected in ("Oblivious 1 VC", "bundled files in /usr/share/fsin", "MPICH"):
            if expected not in text:
                sys.exit(f"'{expected}' is not in what the installed programs print")


def live_hooks(packages, scratch):
    """fsin live runs a program of MPI that was compiled elsewhere."""
    if not shutil.which("mpicc.openmpi"):
        print("skipped: fsin live in the clean system; there is no mpicc.openmpi to compile a program")
        return []
    program = f"{scratch}/ping_pong"
    run("mpicc.openmpi", "-O2", "-o", program, os.path.join(os.path.dirname(__file__), "../live/programs/ping_pong.c"))
    return [f"--customize-hook=copy-in {packages['fsin-live']} {program} /tmp/debs",
            install(packages["fsin-live"], "openmpi-bin"),
            f"--customize-hook=chroot \"$1\" sh -c '{quoted(LIVE)}'", '--customize-hook=chroot "$1" dpkg --purge fsin-live']


def python_hooks(packages):
    """The Python package, where it was built: it is removed before the files are that it needs."""
    if "python3-fsin" not in packages:
        return []
    return [f"--customize-hook=copy-in {packages['python3-fsin']} /tmp/debs",
            install(packages["python3-fsin"]),
            f"--customize-hook=chroot \"$1\" sh -c '{quoted(PYTHON)}'",
            '--customize-hook=chroot "$1" dpkg --purge python3-fsin']


def install(package, *beside):
    """By its whole name: a pattern would be expanded outside the clean system."""
    words = " ".join([f"/tmp/debs/{os.path.basename(package)}", *beside])
    return f'--customize-hook=chroot "$1" apt-get install -y --no-install-recommends {words}'


def quoted(script):
    """For the inside of single quotes of a shell."""
    return script.replace("'", "'\\''")


main()

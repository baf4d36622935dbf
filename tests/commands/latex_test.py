#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`fsin report --figures` gives what pdflatex takes: a document of all pictures, in both sizes.

Usage: latex_test.py FSIN
Skipped (77) without pdflatex and pgfplots (Debian: texlive-latex-base, texlive-pictures).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

FSIN = os.path.abspath(sys.argv[1])
EXPERIMENT = """fsin: 1
name: 50 % of <#loads> & routers_
network: {topology: {type: torus, dims: [4, 4]}}
workload: {type: synthetic, pattern: uniform, load: 0.1}
measure: {warmup: 100, cycles: 600}
sweep:
  grid:
    router: {One & only: {network.preset: oblivious-1vc}, "Three_#": {network.preset: adaptive-3vc}}
    workload.load: [0.1, 0.4, 0.9]
  seeds: 2
"""


def main():
    found = shutil.which("pdflatex") and shutil.which("kpsewhich") and subprocess.run(
        ["kpsewhich", "pgfplots.sty"], capture_output=True, check=False).returncode == 0
    if not found:
        print("skipped: pdflatex or pgfplots is not installed (Debian: texlive-latex-base, texlive-pictures)")
        return 77
    failures = []
    with tempfile.TemporaryDirectory(prefix="fsin-latex-") as folder:
        with open(os.path.join(folder, "exp.yaml"), "w", encoding="utf-8") as file:
            file.write(EXPERIMENT)
        subprocess.run([FSIN, "sweep", "exp.yaml", "-q", "--no-cache", "--out", "r"], cwd=folder, check=True, capture_output=True)
        for name, words in (("column", []), ("page", ["--figure-size", "page", "--figure-title", "--figure-provenance"])):
            subprocess.run([FSIN, "report", "r", "--figures", name, *words], cwd=folder, check=True, capture_output=True)
            made = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "figures.tex"],
                                  cwd=os.path.join(folder, name), capture_output=True, text=True, check=False, errors="replace")
            if made.returncode != 0:
                failures.append(f"{name}: pdflatex ends with {made.returncode}:\n{made.stdout[-1500:]}")
            for wide in re.findall(r"Overfull \\hbox \((\d+)", made.stdout):
                if int(wide) > 4:
                    failures.append(f"{name}: a picture is {wide} pt wider than its size")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fsin-mpi is built once MPICH is there, also in a build folder that was made without it, and packages install it.

Usage: mpich_found_test.py SOURCE CMAKE CTEST
The finding (cmake/mpich.cmake) runs in a project of its own, with packages that pkg-config is made to see or not.
"""
import os
import subprocess
import sys
import tempfile

SOURCE, CMAKE = sys.argv[1], sys.argv[2]
PROJECT = f"""cmake_minimum_required(VERSION 3.24)
project(probe LANGUAGES CXX)
find_package(PkgConfig REQUIRED)
include({SOURCE}/cmake/mpich.cmake)
file(WRITE ${{CMAKE_BINARY_DIR}}/built "${{FSIN_MPI_BUILT}}")
"""
OLD = """cmake_minimum_required(VERSION 3.24)
project(probe LANGUAGES CXX)
find_package(PkgConfig REQUIRED)
pkg_check_modules(mpich IMPORTED_TARGET mpich)
option(FSIN_MPI "as it was" ${mpich_FOUND})
"""
PACKAGE = "Name: mpich\nDescription: none\nVersion: 4.0.2\nLibs:\nCflags:\n"


class Probe:
    def __init__(self, folder):
        self.folder, self.packages = folder, f"{folder}/packages"
        os.mkdir(self.packages)
        self.project(PROJECT)

    def project(self, text):
        with open(f"{self.folder}/CMakeLists.txt", "w", encoding="utf-8") as file:
            file.write(text)

    def install(self, there):
        path = f"{self.packages}/mpich.pc"
        if not there:
            os.unlink(path)
            return
        with open(path, "w", encoding="utf-8") as file:
            file.write(PACKAGE)

    def configure(self, *words):
        return subprocess.run([CMAKE, "-S", self.folder, "-B", f"{self.folder}/build", *words], capture_output=True, text=True,
                              check=False, env={**os.environ, "PKG_CONFIG_LIBDIR": self.packages, "PKG_CONFIG_PATH": ""})

    def expect(self, built, what, *words):
        done = self.configure(*words)
        if done.returncode != 0:
            sys.exit(f"{what}: cmake fails\n{done.stdout}{done.stderr}")
        with open(f"{self.folder}/build/built", encoding="utf-8") as file:
            found = file.read()
        if found != built:
            sys.exit(f"{what}: FSIN_MPI_BUILT is {found}, not {built}\n{done.stdout}")
        if built == "OFF" and "fsin-mpi: is not built" not in done.stdout:
            sys.exit(f"{what}: cmake does not say that fsin-mpi is left out\n{done.stdout}")


def check_finding():
    with tempfile.TemporaryDirectory() as folder:
        probe = Probe(folder)
        probe.expect("OFF", "without MPICH")
        probe.install(True)
        probe.expect("ON", "MPICH installed after the folder was configured")
        probe.expect("OFF", "FSIN_MPI=OFF", "-DFSIN_MPI=OFF")
        probe.expect("OFF", "FSIN_MPI=OFF is remembered")
        probe.expect("ON", "FSIN_MPI=AUTO", "-DFSIN_MPI=AUTO")
        probe.install(False)
        probe.expect("OFF", "MPICH removed")
        done = probe.configure("-DFSIN_MPI=ON")
        if done.returncode == 0 or "install libmpich-dev and mpich" not in " ".join(done.stderr.split()):
            sys.exit(f"FSIN_MPI=ON without MPICH: no error that says what to install\n{done.stderr}")


def check_older_folder():
    with tempfile.TemporaryDirectory() as folder:
        probe = Probe(folder)
        probe.project(OLD)
        probe.configure()
        probe.project(PROJECT)
        probe.install(True)
        probe.expect("ON", "a folder that an older version configured without MPICH")


def check_packages():
    for words in ([], ["--tests"]):
        names = subprocess.run([f"{SOURCE}/scripts/install-packages.sh", "--list", *words], capture_output=True, text=True,
                               check=True).stdout.split()
        missing = {"libmpich-dev", "mpich"} - set(names)
        if missing:
            sys.exit(f"install-packages.sh {' '.join(words)} does not install {', '.join(missing)}")


check_packages()
check_finding()
check_older_folder()

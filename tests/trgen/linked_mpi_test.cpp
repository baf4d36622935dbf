// SPDX-License-Identifier: Apache-2.0
// A program that is linked with Open MPI is known before it runs.
#include "trgen/commands/linked_mpi.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/trgen/fake_mpi.hpp"

namespace linked_mpi_test {

using namespace trgen;
using commands::open_mpi_in;
using commands::open_mpi_of;
using test::FakeMpi;
using test::has;
using test::Outcome;
using test::save_run;

namespace {

std::string ldd(const std::string& names) {
  std::string text = "\tlinux-vdso.so.1 (0x00007fff)\n";
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(' ', at), names.size());
    text += fmt::format("\t{0} => /usr/lib/{0} (0x00007f)\n", names.substr(at, end - at));
    at = end + 1;
  }
  return text + "\t/lib64/ld-linux-x86-64.so.2 (0x00007f)\n";
}

std::string library_in(const std::string& names) {
  const auto found = open_mpi_in(ldd(names));
  return found ? found->library : "none";
}

std::string language_in(const std::string& names) {
  const auto found = open_mpi_in(ldd(names));
  return found ? found->language : "none";
}

}  // namespace

TEST_CASE("Open MPI is told from MPICH and its kin by the libraries of a program") {
  CHECK(library_in("libmpi.so.40 libc.so.6") == "libmpi.so.40");
  CHECK(library_in("libmpi.so.12 libopen-rte.so.12 libc.so.6") == "libopen-rte.so.12");
  CHECK(library_in("libmpi.so.12 libc.so.6") == "none");  // Intel MPI, MVAPICH: handles as in MPICH
  CHECK(library_in("libmpich.so.12 libc.so.6") == "none");
  CHECK(library_in("libmpich.so.12 libhdf5.so.103 libmpi.so.40") == "none");
  CHECK(library_in("libc.so.6") == "none");
  CHECK_FALSE(open_mpi_in("\tnot a dynamic executable\n"));
  CHECK(open_mpi_in("\tlibmpi.so.40 => not found\n")->library == "libmpi.so.40");
}

TEST_CASE("the compiler that is named is that of the program's language") {
  CHECK(language_in("libmpi.so.40 libc.so.6") == "mpicc");
  CHECK(language_in("libmpi.so.40 libstdc++.so.6 libc.so.6") == "mpicxx");
  CHECK(language_in("libmpi_mpifh.so.40 libmpi.so.40 libgfortran.so.5") == "mpifort");
  CHECK(language_in("libmpi.so.40 libstdc++.so.6 liblapack.so.3 libgfortran.so.5") == "mpicxx");
}

TEST_CASE("the language of a program file is that of its main program, and then that of what it needs itself") {
  const test::Folder folder;
  const auto language = [&](const std::string& names) {
    test::write_file(folder / "solver",
                     "\x7f"
                     "ELF..." +
                         std::string("ompi_mpi_comm_world ") + names);
    const auto found = open_mpi_of(folder / "solver", "");
    return found ? found->language : "none";
  };
  CHECK(language("libc.so.6") == "mpicc");
  CHECK(language("libstdc++.so.6 libgfortran.so.5") == "mpicxx");
  CHECK(language("libmpi_mpifh.so.40 libgfortran.so.5") == "mpifort");
  CHECK(language("libstdc++.so.6 libgfortran.so.5 _gfortran_set_args") == "mpifort");
}

TEST_CASE(
    "a program linked with a library of Open MPI's name, or with its symbols inside, does not run under capture") {
  const FakeMpi mpi;
  save_run(mpi / "mpi/files", 100);
  const std::string dynamic = FSIN_BINARY_DIR "/tests/trgen/linked_with_open_mpi";
  const std::string inside = FSIN_BINARY_DIR "/tests/trgen/open_mpi_inside";
  CHECK(open_mpi_of(dynamic, "")->library == "libmpi.so.40");
  CHECK(open_mpi_of(inside, "")->library.empty());
  CHECK_FALSE(open_mpi_of("/bin/sh", ""));
  const Outcome outcome = mpi.capture("-n 2 -- " + dynamic);
  CHECK(outcome.code == 3);
  CHECK(outcome.err.starts_with("trgen capture: " + dynamic +
                                " is linked with Open MPI (libmpi.so.40), and only programs for MPICH can be recorded; "
                                "compile it again with mpi/bin/mpi"));
  CHECK_FALSE(std::filesystem::exists(mpi / "mpi/words"));
  CHECK(has(mpi.capture("-n 2 -- " + inside).err, "is linked with Open MPI (inside the program)"));
}

}  // namespace linked_mpi_test

// SPDX-License-Identifier: Apache-2.0
// Which MPI a program is linked with.
#include "fsin/core/linked_libraries.hpp"

#include <doctest/doctest.h>

#include <string>

namespace linked_libraries_test {

using fsin::library_names;
using fsin::mpich_among;
using fsin::open_mpi_among;

namespace {

std::string mpi_of(const std::vector<std::string_view>& names) {
  const auto open_mpi = open_mpi_among(names);
  if (open_mpi && mpich_among(names)) return "both";
  return open_mpi ? std::string(*open_mpi) : mpich_among(names) ? "MPICH" : "none";
}

}  // namespace

TEST_CASE("libmpi.so.12 is Open MPI where libopen-pal is beside it, and MPICH elsewhere") {
  CHECK(mpi_of({"libmpi.so.12", "libopen-rte.so.12", "libopen-pal.so.13", "libc.so.6"}) == "libopen-rte.so.12");
  CHECK(mpi_of({"libmpi.so.12", "libc.so.6"}) == "MPICH");
  CHECK(mpi_of({"libmpich.so.12", "libc.so.6"}) == "MPICH");
  CHECK(mpi_of({"libmpi.so.40", "libopen-pal.so.40"}) == "libmpi.so.40");
  CHECK(mpi_of({"libmpich.so.12", "libmpi.so.40"}) == "MPICH");
  CHECK(mpi_of({"libc.so.6"}) == "none");
}

TEST_CASE("the names are the first words in the output of ldd") {
  CHECK(library_names("\tlibmpi.so.12 => /usr/lib/libmpi.so.12 (0x1)\n\n\tlibc.so.6 => not found\n") ==
        std::vector<std::string_view>{"libmpi.so.12", "libc.so.6"});
  CHECK(library_names("").empty());
}

}  // namespace linked_libraries_test

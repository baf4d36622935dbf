// SPDX-License-Identifier: Apache-2.0
// A program that refers to a symbol of Open MPI, in a library or inside.
extern "C" int ompi_mpi_comm_world();

int main() { return ompi_mpi_comm_world(); }

// SPDX-License-Identifier: Apache-2.0
// What tells a program of Open MPI from others, for tests where there is none: a library of its name, and its symbol.
extern "C" int ompi_mpi_comm_world();
int ompi_mpi_comm_world() { return 0; }

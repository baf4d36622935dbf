// SPDX-License-Identifier: Apache-2.0
//
// See calls.h. Arguments: the name of a file to write with MPI-IO (made and deleted); "threads" to start by
// MPI_Init_thread; "stock" to leave out what Debian's own MPICH (device ch4:ucx) cannot do.
#include "tests/capture/calls.h"

#include <stdio.h>
#include <string.h>

struct world world;

void check_at(int holds, const char* what, const char* file, int line) {
  if (holds) return;
  fprintf(stderr, "%s:%d: rank %d: does not hold: %s\n", file, line, world.rank, what);
  MPI_Abort(MPI_COMM_WORLD, 9);
}

static int argument(int argc, char** argv, const char* name) {
  for (int i = 2; i < argc; ++i) {
    if (strcmp(argv[i], name) == 0) return 1;
  }
  return 0;
}

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  const char* file = argc > 1 && strcmp(argv[1], "-") != 0 ? argv[1] : NULL;
  const int stock = argument(argc, argv, "stock");
  if (argument(argc, argv, "threads")) {
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  } else {
    MPI_Init(&argc, &argv);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  CHECK(world.size >= 2);
  world.right = (world.rank + 1) % world.size;
  world.left = (world.rank + world.size - 1) % world.size;
  messages_int();
  messages_large();
  completion();
  corners(stock);
  collectives_int();
  collectives_large();
  communicators(stock);
  if (!stock) { /* puts into a window of MPI_Win_allocate get lost there */
    windows_int();
    windows_large();
  }
  if (file != NULL) {
    files_int(file);
    files_large(file);
  }
  MPI_Finalize();
  if (world.rank == 0) printf("calls: every call did what it should\n");
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * Ends of a program that are not MPI_Finalize and 0. Usage: deaths KIND */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char** words) {
  const char* kind = words[1];
  int rank, ranks, value = 0;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    if (strcmp(kind, "killed") == 0) raise(SIGKILL);
    if (strcmp(kind, "crash") == 0) raise(SIGSEGV);
    if (strcmp(kind, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 7);
    if (strcmp(kind, "exit") == 0) exit(0);
    if (strcmp(kind, "spawn") == 0) {
      MPI_Comm children;
      MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
    }
    if (strcmp(kind, "look") == 0) {
      for (int found = 0;;) MPI_Iprobe(0, 6, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    if (strcmp(kind, "spin") == 0) {
      for (volatile long i = 0;; ++i) {
      }
    }
  }
  if (strcmp(kind, "code") == 0) {
    MPI_Finalize();
    return 5;
  }
  /* The ranks wait in a circle: a deadlock, unless one of them has ended. */
  MPI_Recv(&value, 1, MPI_INT, (rank + 1) % ranks, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * The cores that a rank may use: "shared" while it computes little between its calls, "spread" once it computes for
 * long. Ends when both have been seen, or after some time. */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

static int cores(void) {
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  return CPU_COUNT(&mine);
}

static void compute(double seconds) {
  struct timespec begin, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while ((double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) < seconds);
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  const int all = cores();
  int rank, ranks, sum = 0, shared = 0, spread = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < 200000 && sum < ranks; ++i) {
    shared = shared || (all > 1 && cores() == 1);
    MPI_Allreduce(&shared, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("shared %d of %d\n", sum, ranks);
  sum = 0;
  for (int i = 0; i < 1000 && sum < ranks; ++i) {
    compute(2e-3);
    spread = cores() == all;
    MPI_Allreduce(&spread, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("spread %d of %d\n", sum, ranks);
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
//
// Messages as fast as they go, to measure what the tracing library costs. Even ranks send, odd ranks answer. Arguments:
// round trips (100000), floating-point steps of computing before each message (0). Rank 0 prints the time, and the CPU
// time of all ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static volatile double sink;

static void compute(long steps) {
  double x = 1;
  for (long i = 0; i < steps; ++i) x = x * 0.999999 + 1e-6;
  sink = x;
}

int main(int argc, char** argv) {
  const int trips = argc > 1 ? atoi(argv[1]) : 100000;
  const long steps = argc > 2 ? atol(argv[2]) : 0;
  int rank = 0;
  int size = 0;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int partner = rank ^ 1;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  const double cpu_start = cpu_seconds();
  for (int i = 0; i < trips && partner < size; ++i) {
    compute(steps);
    if (rank < partner) {
      MPI_Send(&value, 1, MPI_INT, partner, 0, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&value, 1, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_INT, partner, 0, MPI_COMM_WORLD);
    }
  }
  const double cpu = cpu_seconds() - cpu_start;
  double total = 0;
  const double wall = MPI_Wtime() - start;
  MPI_Reduce(&cpu, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    const double messages = 2.0 * trips * (size / 2);
    printf("pingpong: %.0f messages, %.3f s, %.0f messages/s, %.3f s of CPU, %.3f us of CPU a message\n", messages,
           wall, messages / wall, total, 1e6 * total / messages);
  }
  MPI_Finalize();
  return 0;
}

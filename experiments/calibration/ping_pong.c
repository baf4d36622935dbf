// SPDX-License-Identifier: Apache-2.0
// Ping-pong between ranks 0 and 1, for `fsin calibrate`: the time of a message by its size.
//
// Prints one line for each size and repetition, as CSV: the size in bytes and the time one way in microseconds, which
// is half the median round trip of a batch. The repetitions go over all sizes in turn, so that a disturbance of the
// machine that lasts a second falls on one time of many sizes, not on all times of one. Sizes are powers of two, and
// 3/2, 5/4 and 7/4 of them, so that a change of protocol is found between them.
//
//   mpicc -O2 -o ping_pong ping_pong.c && mpirun -n 2 ./ping_pong [REPETITIONS [LARGEST-SIZE]]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_rounds = 400, least_rounds = 11, warm_up = 10 };

static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double one_way(char* buffer, int bytes, int rank) {
  static double trips[most_rounds];
  int rounds = 4 * 1024 * 1024 / (bytes + 1);
  if (rounds > most_rounds) rounds = most_rounds;
  if (rounds < least_rounds) rounds = least_rounds;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = -warm_up; i < rounds; ++i) {
    const double start = MPI_Wtime();
    if (rank == 0) {
      MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    if (i >= 0) trips[i] = MPI_Wtime() - start;
  }
  qsort(trips, (size_t)rounds, sizeof trips[0], by_value);
  return trips[rounds / 2] / 2;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int repetitions = argc > 1 ? atoi(argv[1]) : 9;
  const int largest = argc > 2 ? atoi(argv[2]) : 4 * 1024 * 1024;
  if (ranks < 2 || repetitions < 1 || largest < 1 || largest > 1 << 30) {
    if (rank == 0) fprintf(stderr, "ping_pong: start it with at least 2 ranks: mpirun -n 2 ./ping_pong 9 4194304\n");
    MPI_Finalize();
    return 2;
  }
  char* buffer = calloc((size_t)largest, 1);
  if (buffer == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  if (rank == 0) printf("size_B,time_us\n");
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (long power = 1; power <= largest; power *= 2) {
      for (long quarters = 4; quarters < 8; ++quarters) {
        const long bytes = power * quarters / 4;
        if (power * quarters % 4 != 0 || bytes > largest) continue;
        const double time = one_way(buffer, (int)bytes, rank);
        if (rank == 0) printf("%ld,%.3f\n", bytes, time * 1e6);
      }
    }
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}

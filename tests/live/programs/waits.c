/* SPDX-License-Identifier: Apache-2.0
 * How often a rank sleeps while it waits for messages. Usage: waits KIND COUNT [BYTES]
 *   tests       all ranks pass COUNT messages of up to BYTES around, each in a loop of tests
 *   all         COUNT times, rank 0 waits for three messages of every other rank, with one more receive open
 *   unexpected  COUNT messages come that rank 0 has no receive for, while it waits for another
 * Rank 0 prints "sleeps NUMBER" and "tests NUMBER end SECONDS sum SUM". */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int rank, ranks;
static long looks, sum, slept;

static long sleeps(void) {
  struct rusage used;
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

/* Unless messages are short, ranks begin at different times, and messages of several sizes overtake tests of others. */
static void pass_around(int count, int most) {
  static char out[8192], in[8192];
  if (most > 8) usleep((useconds_t)(3 * rank));
  for (int i = 0; i < count; ++i) {
    const int bytes = 1 + i * 1237 % most, shift = 1 + i % (ranks - 1);
    MPI_Request requests[2];
    int flag = 0;
    out[0] = (char)((rank + i) % 100);
    MPI_Irecv(in, bytes, MPI_CHAR, (rank + ranks - shift) % ranks, i, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_CHAR, (rank + shift) % ranks, i, MPI_COMM_WORLD, &requests[1]);
    for (; !flag; ++looks) MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    sum += in[0];
  }
}

static void wait_among_others(int count) {
  int value = count;
  enum { late = 7, early = 8 };
  if (rank == 1) {
    usleep((useconds_t)(2 * count));
    MPI_Send(&value, 1, MPI_INT, 0, late, MPI_COMM_WORLD);
  } else if (rank == 2) {
    for (int i = 0; i < count; ++i) {
      usleep(1);
      MPI_Send(&i, 1, MPI_INT, 0, early, MPI_COMM_WORLD);
    }
  } else if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, 1, late, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("sleeps %ld\n", sleeps() - slept);
    for (int i = 0; i < count; ++i) {
      MPI_Recv(&value, 1, MPI_INT, 2, early, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += value;
    }
  }
}

/* The third message of a rank says when the second had been sent, which depends on the receiver where that is
 * synchronous. The receive that stays open is from any rank. */
static void wait_for_all(int count) {
  enum { most = 64, spare = 99 };
  double values[3 * most], last = 0;
  MPI_Request requests[3 * most], open;
  if (rank == 0) MPI_Irecv(&last, 1, MPI_DOUBLE, MPI_ANY_SOURCE, spare, MPI_COMM_WORLD, &open);
  for (int i = 0; i < count; ++i) {
    if (rank == 0) {
      const int number = 3 * (ranks - 1);
      for (int k = 0; k < number; ++k) {
        MPI_Irecv(&values[k], 1, MPI_DOUBLE, 1 + k / 3, k % 2 == 0 ? MPI_ANY_TAG : k % 3, MPI_COMM_WORLD, &requests[k]);
      }
      MPI_Waitall(number, requests, MPI_STATUSES_IGNORE);
      for (int k = 0; k < number; ++k) sum += (long)(values[k] * 1e9);
    } else {
      double value = 1e-9 * rank;
      usleep((useconds_t)(3 * rank + i % 5));
      MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
      usleep(2);
      (rank == 1 ? MPI_Ssend : MPI_Send)(&value, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
      value = MPI_Wtime();
      usleep((useconds_t)(2 * (i % 3)));
      MPI_Send(&value, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == ranks - 1) MPI_Send(&last, 1, MPI_DOUBLE, 0, spare, MPI_COMM_WORLD);
  if (rank == 0) MPI_Wait(&open, MPI_STATUS_IGNORE);
  if (rank == 0) printf("sleeps %ld\n", sleeps() - slept);
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (count <= 3) MPI_Barrier(MPI_COMM_WORLD); /* otherwise all compute side by side from the beginning */
  slept = sleeps();
  if (strcmp(words[1], "tests") == 0) {
    pass_around(atoi(words[2]), count > 3 ? atoi(words[3]) : 8000);
    if (rank == 0) printf("sleeps %ld\n", sleeps() - slept);
  } else if (strcmp(words[1], "all") == 0) {
    wait_for_all(atoi(words[2]));
  } else {
    wait_among_others(atoi(words[2]));
  }
  if (rank == 0) printf("tests %ld end %.12f sum %ld\n", looks, MPI_Wtime(), sum);
  MPI_Finalize();
  return 0;
}

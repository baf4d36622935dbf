/* SPDX-License-Identifier: Apache-2.0
 * Clocks before MPI_Init and after MPI_Finalize, and threads that compute before MPI_Init. Rank 0 prints what passed: by
 * two threads computing and by sleeping 20 ms before, over MPI_Init, until a barrier, over MPI_Finalize, and by a loop
 * that waits for a millisecond behind it. Usage: around */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void* compute(void* argument) {
  volatile double sum = 0;
  for (long i = 0; i < 20000000; ++i) sum += (double)i;
  return argument;
}

int main(int count, char** words) {
  double times[7];
  pthread_t thread;
  int rank;
  times[0] = now();
  pthread_create(&thread, NULL, compute, NULL);
  compute(NULL);
  pthread_join(thread, NULL);
  times[1] = now();
  usleep(20000);
  times[2] = now();
  MPI_Init(&count, &words);
  times[3] = now();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  times[4] = now();
  MPI_Finalize();
  times[5] = now();
  while (now() - times[5] < 1e-3) {
  }
  times[6] = now();
  for (int i = 1; rank == 0 && i < 7; ++i) printf("passed %.9f\n", times[i] - times[i - 1]);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * Ranks of several OpenMP threads. Every thread adds up numbers; either the first one alone calls MPI (funneled), or
 * all do, one at a time (serialized). Rank 0 prints whether all sums are right, and the time of its clock that they
 * took, in us.
 *
 * The last thread may have all the work (uneven).
 *
 * Usage: threads funneled|serialized|uneven LENGTH */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sum that the compiler cannot reckon beforehand. */
static double work(long length, int begin) {
  volatile double sum = 0;
  for (long i = 0; i < length; ++i) sum += (double)((i + begin) % 7);
  return sum;
}

/* The last thread has the work of four. */
static double uneven(int rank, int threads, long length) {
  double sum = 0, total = 0;
#pragma omp parallel reduction(+ : sum)
  if (omp_get_thread_num() == threads - 1) sum += work(threads * length, rank);
  MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return total;
}

static double expected(int ranks, int threads, long length, int is_uneven) {
  double sum = 0;
  if (is_uneven) {
    for (int rank = 0; rank < ranks; ++rank) sum += work(threads * length, rank);
    return sum;
  }
  for (int rank = 0; rank < ranks; ++rank) {
    for (int thread = 0; thread < threads; ++thread) sum += work(length, rank + thread);
  }
  return sum;
}

static double funneled(int rank, long length) {
  double sum = 0, total = 0;
#pragma omp parallel reduction(+ : sum)
  sum += work(length, rank + omp_get_thread_num());
  MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return total;
}

static double serialized(int rank, int ranks, int threads, long length) {
  double total = 0;
  double* sums = malloc((size_t)(ranks * threads) * sizeof(double));
  for (int i = 0; i < ranks * threads; ++i) sums[i] = 0;
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    double sum = work(length, rank + thread), other = 0;
    /* One after the other, in the order of their numbers: all ranks meet. */
    for (int turn = 0; turn < threads; ++turn) {
#pragma omp barrier
      if (turn == thread) {
        MPI_Sendrecv(&sum, 1, MPI_DOUBLE, next, thread, &other, 1, MPI_DOUBLE, before, thread, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        sums[rank * threads + thread] = other;
      }
    }
  }
  double sum = 0;
  for (int i = 0; i < ranks * threads; ++i) sum += sums[i];
  free(sums);
  MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return total;
}

int main(int count, char** words) {
  const int serial = strcmp(words[1], "serialized") == 0, one_works = strcmp(words[1], "uneven") == 0;
  const long length = atol(words[2]);
  int rank, ranks, given;
  MPI_Init_thread(&count, &words, serial ? MPI_THREAD_SERIALIZED : MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int threads = omp_get_max_threads();
  const double begin = MPI_Wtime();
  const double sum = serial      ? serialized(rank, ranks, threads, length)
                     : one_works ? uneven(rank, threads, length)
                                 : funneled(rank, length);
  const double taken = MPI_Wtime() - begin;
  if (rank == 0 && given >= (serial ? MPI_THREAD_SERIALIZED : MPI_THREAD_FUNNELED)) {
    printf("%s %.3f\n", sum == expected(ranks, threads, length, one_works) ? "ok" : "wrong", taken * 1e6);
  }
  MPI_Finalize();
  return 0;
}

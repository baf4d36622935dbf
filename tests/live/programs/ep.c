/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs of Gaussian deviates as the kernel EP of the NAS Parallel Benchmarks makes them (D. Bailey et al., RNR-94-007,
 * section 2.2.1): 2^M pairs in blocks of 2^16, each block sampled. Arguments: M, and one divisor: of the blocks of a
 * rank, so many are computed. */
#include <fsin_live.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define PAIRS (1L << 16)
static const double a = 1220703125.0, seed = 271828183.0, r23 = 1.0 / 8388608, t23 = 8388608;

/* x becomes a * x modulo 2^46; the result is in (0, 1). */
static double next(double* x, double factor) {
  const double r46 = r23 * r23, t46 = t23 * t23;
  const double a1 = (double)(long)(r23 * factor), a2 = factor - t23 * a1;
  const double x1 = (double)(long)(r23 * *x), x2 = *x - t23 * x1;
  const double t1 = a1 * x2 + a2 * x1, z = t1 - t23 * (double)(long)(r23 * t1);
  const double t3 = t23 * z + a2 * x2;
  *x = t3 - t46 * (double)(long)(r46 * t3);
  return r46 * *x;
}

/* The seed behind so many numbers. */
static double seed_behind(long numbers) {
  double x = seed, factor = a;
  for (; numbers > 0; numbers /= 2) {
    if (numbers % 2 == 1) next(&x, factor);
    const double once = factor;
    next(&factor, once);
  }
  return x;
}

int main(int count, char** words) {
  const long blocks = (1L << strtol(words[1], NULL, 10)) / PAIRS;
  const long divisor = count > 2 ? strtol(words[2], NULL, 10) : 1;
  int rank = 0, ranks = 0;
  double sums[2] = {0, 0}, all[2];
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double begin = MPI_Wtime();
  const long own = blocks / ranks;
  for (long block = rank * own; block < (rank + 1) * own; ++block) {
    FSIN_SAMPLE_LOCAL(own / divisor) {
      double x = seed_behind(2 * PAIRS * block);
      for (long i = 0; i < PAIRS; ++i) {
        const double x1 = 2 * next(&x, a) - 1, x2 = 2 * next(&x, a) - 1;
        const double t = x1 * x1 + x2 * x2;
        if (t > 1) continue;
        const double scale = sqrt(-2 * log(t) / t);
        sums[0] += x1 * scale;
        sums[1] += x2 * scale;
      }
    }
  }
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double took = MPI_Wtime() - begin;
  if (rank == 0) fprintf(stderr, "%.3f s, sums %.12e %.12e\n", took, all[0], all[1]);
  MPI_Finalize();
  return 0;
}

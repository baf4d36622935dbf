/* SPDX-License-Identifier: Apache-2.0 */
/* A program that was prepared for SMPI, of the paper of 2011 and of SimGrid 3.2x. */
#include <smpi/smpi.h>
#include <stdio.h>

int main(int count, char** words) {
  int old = 0, new = 0, delayed = 0, rank = 0, i;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double* data = (double*)SMPI_SHARED_MALLOC(1000 * sizeof(double));
  for (i = 0; i < 20; ++i) {
    SMPI_SAMPLE_LOCAL(4) { ++old; }
  }
  SMPI_SAMPLE_LOCAL(i = 0, i < 20, i++, 5, 0.0) { ++new; }
  const int last = i;
  SMPI_SAMPLE_GLOBAL(int j = 0, j < 20, j++, 3, 0.0) { data[j] = 1; }
  const double begin = MPI_Wtime();
  SMPI_SAMPLE_DELAY(0.25) { ++delayed; }
  SMPI_SAMPLE_FLOPS(1e9) { ++delayed; }
  smpi_execute_flops(5e8);
  const double took = MPI_Wtime() - begin;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) fprintf(stderr, "%d %d %d %d %.6f\n", old, new, last, delayed, took);
  SMPI_SHARED_FREE(data);
  MPI_Finalize();
  return 0;
}

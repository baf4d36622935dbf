/* SPDX-License-Identifier: Apache-2.0
 * Sums right, and the simulated time of an allreduce of 8 bytes: "allreduce SECONDS". */
#include <mpi.h>
#include <stdio.h>

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  enum { times = 100 };
  double sum = 0;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* not counted: the run begins in it */
  const double begin = MPI_Wtime();
  for (int i = 0; i < times; ++i) {
    const double mine = rank + i;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (sum != ranks * (ranks - 1) / 2.0 + (double)ranks * i) {
      printf("rank %d: the sum is %g\n", rank, sum);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  const double time = (MPI_Wtime() - begin) / times;
  if (rank == 0) printf("allreduce %.15g\n", time);
  MPI_Finalize();
  return 0;
}

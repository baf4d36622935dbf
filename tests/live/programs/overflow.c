/* SPDX-License-Identifier: Apache-2.0
 * Rank 1 receives into less memory than it says: a sanitizer for addresses sees the card write behind it. */
#include <mpi.h>
#include <stdlib.h>

int main(int count, char** words) {
  int rank;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char* bytes = calloc(rank == 1 ? 8 : 64, 1);
  if (rank == 0) MPI_Send(bytes, 64, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(bytes, 64, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  free(bytes);
  return 0;
}

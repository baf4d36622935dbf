// SPDX-License-Identifier: Apache-2.0
// All ranks send so many bytes to rank 0 at once.
#include <mpi.h>
#include <stdlib.h>

int main(int count, char** words) {
  int rank, ranks;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int bytes = atoi(words[1]);
  char* memory = calloc((size_t)bytes, 1);
  if (rank != 0) MPI_Send(memory, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  for (int i = 1; rank == 0 && i < ranks; ++i) {
    MPI_Recv(memory, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(memory);
  MPI_Finalize();
  return 0;
}

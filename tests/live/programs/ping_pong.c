/* SPDX-License-Identifier: Apache-2.0
 * Ping-pongs between ranks 0 and 1, one line a size: "BYTES SECONDS", half the time of a round trip. The first round
 * trip of each size is not counted. Usage: ping_pong TRIPS BYTES... */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int trips = atoi(words[1]);
  for (int i = 2; i < count; ++i) {
    const long bytes = atol(words[i]);
    char* buffer = malloc((size_t)bytes + 1);
    memset(buffer, rank + 1, (size_t)bytes + 1);
    double begin = 0;
    for (int trip = 0; trip <= trips && rank < 2; ++trip) {
      if (trip == 1) begin = MPI_Wtime();
      if (rank == 0) MPI_Send(buffer, (int)bytes, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
      MPI_Recv(buffer, (int)bytes, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank == 1) MPI_Send(buffer, (int)bytes, MPI_CHAR, 0, 7, MPI_COMM_WORLD);
    }
    if (rank == 0) printf("%ld %.15g\n", bytes, (MPI_Wtime() - begin) / (2.0 * trips));
    if (bytes > 0 && rank < 2 && (buffer[0] != 1 || buffer[bytes - 1] != 1)) MPI_Abort(MPI_COMM_WORLD, 9);
    free(buffer);
  }
  MPI_Finalize();
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * A stencil on a ring of ranks that computes really: halos by MPI_Isend and MPI_Irecv, computing meanwhile with
 * MPI_Test in between, a sum of all every few steps; then a master that takes results in the order in which they come.
 * Usage: stencil STEPS POINTS. Prints "sum NUMBER", which depends on the data alone, and "order RANKS". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { halo = 512 };

static double relax(double* field, int from, int to) {
  double change = 0;
  for (int i = from; i < to; ++i) {
    const double next = 0.25 * field[i - 1] + 0.5 * field[i] + 0.25 * field[i + 1];
    change += next > field[i] ? next - field[i] : field[i] - next;
    field[i] = next;
  }
  return change;
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  const int steps = atoi(words[1]), points = atoi(words[2]);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks, size = points + 2 * halo;
  double* field = malloc(sizeof(double) * (size_t)size);
  for (int i = 0; i < size; ++i) field[i] = (double)((rank * 31 + i) % 17);
  double sum = 0;
  for (int step = 0; step < steps; ++step) {
    MPI_Request requests[4];
    MPI_Irecv(field, halo, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(field + size - halo, halo, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(field + halo, halo, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(field + size - 2 * halo, halo, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[3]);
    const int first = 2 * halo, last = size - 2 * halo, part = (last - first) / 4;
    double change = 0;
    for (int i = 0; i < 4; ++i) {
      int done;
      change += relax(field, first + i * part, first + (i + 1) * part);
      MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    change += relax(field, 1, first) + relax(field, last, size - 1);
    if (step % 4 == 3) MPI_Allreduce(&change, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("sum %.15g\n", sum);
  if (rank == 0) {
    char order[1024] = "";
    for (int i = 1; i < ranks; ++i) {
      MPI_Status status;
      double result;
      MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
      sprintf(order + strlen(order), " %d", status.MPI_SOURCE);
    }
    printf("order%s\n", order);
  } else {
    const double begin = MPI_Wtime();
    double result = relax(field, 1, size - 1);
    if (MPI_Wtime() < begin) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Send(&result, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  }
  free(field);
  MPI_Finalize();
  return 0;
}

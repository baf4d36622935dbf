// SPDX-License-Identifier: Apache-2.0
// What eztrace_test.py records: "blocking" sends and receives, persistent ones, in communicators of several kinds, with
// collectives; "stencil" exchanges with MPI_Irecv and MPI_Sendrecv, which EZTrace 2.0 does not record whole. 4 ranks.
#include <mpi.h>
#include <string.h>

enum { count = 5, rounds = 3 };

static int data[400], other[400];
static MPI_Status status;

static void pass(int step, int tag, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int to = (rank + step) % size, from = (rank + size - step) % size;
  if (rank % 2 == 0) {
    MPI_Send(data, count, MPI_INT, to, tag, comm);
    MPI_Recv(other, count, MPI_INT, from, tag, comm, &status);
  } else {
    MPI_Recv(other, count, MPI_INT, from, tag, comm, &status);
    MPI_Send(data, count, MPI_INT, to, tag, comm);
  }
}

static void collectives(int rank) {
  int counts[] = {1, 2, 3, 4}, places[] = {0, 10, 20, 30};
  const int own = rank + 1;
  int mine[] = {own, own, own, own};
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(data, count, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Gather(data, count, MPI_INT, other, count, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Gatherv(data, own, MPI_INT, other, counts, places, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Scatter(data, count, MPI_INT, other, count, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Scatterv(data, counts, places, MPI_INT, other, own, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Allgather(data, count, MPI_INT, other, count, MPI_INT, MPI_COMM_WORLD);
  MPI_Allgatherv(data, own, MPI_INT, other, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(data, count, MPI_INT, other, count, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallv(data, counts, places, MPI_INT, other, mine, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Reduce(data, other, count, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD);
  MPI_Allreduce(data, other, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void blocking(int rank, int size) {
  pass(1, 1, MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 1; i < size; ++i) MPI_Recv(other, count, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &status);
  } else {
    MPI_Send(data, rank, MPI_INT, 0, 2, MPI_COMM_WORLD);
  }
  MPI_Comm half, grid, row;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  pass(1, 3, half);
  MPI_Barrier(half);
  int dims[] = {2, 2}, periods[] = {1, 1}, keep[] = {0, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  pass(1, 4, grid);
  MPI_Cart_sub(grid, keep, &row);
  pass(1, 5, row);
  collectives(rank);
  MPI_Request requests[2];
  MPI_Send_init(data, count, MPI_INT, (rank + 1) % size, 6, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(other, count, MPI_INT, (rank + size - 1) % size, 6, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < rounds; ++i) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void stencil(int rank, int size) {
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  for (int i = 0; i < rounds; ++i) {
    MPI_Request requests[4];
    MPI_Irecv(other, count, MPI_INT, left, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(other + count, count, MPI_INT, right, 8, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(data, count, MPI_INT, right, 7, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(data, count, MPI_INT, left, 8, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(data, count, MPI_INT, right, 9, other, count, MPI_INT, left, 9, MPI_COMM_WORLD, &status);
  }
  MPI_Request request;
  MPI_Iallreduce(data, other, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(argv[1], "stencil") == 0) {
    stencil(rank, size);
  } else {
    blocking(rank, size);
  }
  MPI_Finalize();
  return 0;
}

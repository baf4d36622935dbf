// SPDX-License-Identifier: Apache-2.0
//
// A balanced 2-D stencil: every rank has a block of the same size, computes the same number of points a step, and
// changes its edges with four neighbours (periodic) by persistent requests; every tenth step a norm (MPI_Allreduce).
// Arguments: edge of a block (64), steps (50).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { NORTH, SOUTH, WEST, EAST, SIDES };

struct block {
  int edge;
  double *old, *new; /* (edge + 2)^2 */
  double *send[SIDES], *receive[SIDES];
};

static double* room(size_t count) {
  double* memory = calloc(count, sizeof *memory);
  if (memory == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  return memory;
}

static double* at(const struct block* b, double* field, int row, int column) {
  return field + (size_t)row * (size_t)(b->edge + 2) + (size_t)column;
}

static void pack(struct block* b) {
  for (int i = 0; i < b->edge; ++i) {
    b->send[NORTH][i] = *at(b, b->old, 1, i + 1);
    b->send[SOUTH][i] = *at(b, b->old, b->edge, i + 1);
    b->send[WEST][i] = *at(b, b->old, i + 1, 1);
    b->send[EAST][i] = *at(b, b->old, i + 1, b->edge);
  }
}

static void unpack(struct block* b) {
  for (int i = 0; i < b->edge; ++i) {
    *at(b, b->old, 0, i + 1) = b->receive[NORTH][i];
    *at(b, b->old, b->edge + 1, i + 1) = b->receive[SOUTH][i];
    *at(b, b->old, i + 1, 0) = b->receive[WEST][i];
    *at(b, b->old, i + 1, b->edge + 1) = b->receive[EAST][i];
  }
}

static void compute(struct block* b) {
  for (int row = 1; row <= b->edge; ++row) {
    for (int column = 1; column <= b->edge; ++column) {
      *at(b, b->new, row, column) =
          0.2 * (*at(b, b->old, row, column) + *at(b, b->old, row - 1, column) + *at(b, b->old, row + 1, column) +
                 *at(b, b->old, row, column - 1) + *at(b, b->old, row, column + 1));
    }
  }
  double* swap = b->old;
  b->old = b->new;
  b->new = swap;
}

static double sum(const struct block* b) {
  double total = 0;
  for (int row = 1; row <= b->edge; ++row) {
    for (int column = 1; column <= b->edge; ++column) total += *at(b, b->old, row, column);
  }
  return total;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 0;
  int dims[2] = {0, 0};
  const int periods[2] = {1, 1};
  int neighbours[SIDES];
  MPI_Request requests[2 * SIDES];
  MPI_Comm grid;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_shift(grid, 0, 1, &neighbours[NORTH], &neighbours[SOUTH]);
  MPI_Cart_shift(grid, 1, 1, &neighbours[WEST], &neighbours[EAST]);

  struct block block = {.edge = argc > 1 ? atoi(argv[1]) : 64};
  const int steps = argc > 2 ? atoi(argv[2]) : 50;
  const size_t points = (size_t)(block.edge + 2) * (size_t)(block.edge + 2);
  block.old = room(points);
  block.new = room(points);
  for (int side = 0; side < SIDES; ++side) {
    block.send[side] = room((size_t)block.edge);
    block.receive[side] = room((size_t)block.edge);
    const int opposite = side ^ 1;
    MPI_Recv_init(block.receive[side], block.edge, MPI_DOUBLE, neighbours[side], opposite, grid, &requests[side]);
    MPI_Send_init(block.send[side], block.edge, MPI_DOUBLE, neighbours[side], side, grid, &requests[SIDES + side]);
  }
  *at(&block, block.old, 1, 1) = 1;

  double total = 0;
  for (int step = 1; step <= steps; ++step) {
    pack(&block);
    MPI_Startall(2 * SIDES, requests);
    MPI_Waitall(2 * SIDES, requests, MPI_STATUSES_IGNORE);
    unpack(&block);
    compute(&block);
    if (step % 10 != 0) continue;
    const double own = sum(&block);
    MPI_Allreduce(&own, &total, 1, MPI_DOUBLE, MPI_SUM, grid);
  }
  for (int i = 0; i < 2 * SIDES; ++i) MPI_Request_free(&requests[i]);
  if (rank == 0) printf("stencil: %d ranks, sum %.9f of %d\n", size, total, size);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}

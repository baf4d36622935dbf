// SPDX-License-Identifier: Apache-2.0
//
// Every collective in its three forms (blocking, nonblocking, persistent); the including file says with which counts.
// Displacements are of type PLACE. Each rank contributes its rank; the sums and lists that must come out are known.
#include <string.h>

#include "tests/capture/calls.h"

enum { MOST = 64 };

static int in[MOST], out[MOST];
static COUNT ones[MOST], two[MOST];
static PLACE places[MOST], bytes[MOST];
static MPI_Datatype types[MOST];
static int starts = 2; /* of a persistent one */
static int hole = -1;  /* an element of the result that is not looked at */

static void reset(void) {
  for (int i = 0; i < MOST; ++i) {
    in[i] = world.rank;
    out[i] = -1;
  }
}

/* out[i] is i times `slope` plus `start`, for the first `count`. */
static int line(int count, int start, int slope) {
  for (int i = 0; i < count; ++i) {
    if (i != hole && out[i] != start + slope * i) return 0;
  }
  return 1;
}

#define FORMS(Name, name, comm, condition, ...)                    \
  do {                                                             \
    MPI_Request request;                                           \
    reset();                                                       \
    CALL(Name)(__VA_ARGS__, comm);                                 \
    CHECK(condition);                                              \
    reset();                                                       \
    CALL(I##name)(__VA_ARGS__, comm, &request);                    \
    MPI_Wait(&request, MPI_STATUS_IGNORE);                         \
    CHECK(condition);                                              \
    CALL(Name##_init)(__VA_ARGS__, comm, MPI_INFO_NULL, &request); \
    for (int start = 0; start < starts; ++start) {                 \
      reset();                                                     \
      if (start == 0) {                                            \
        MPI_Start(&request);                                       \
      } else {                                                     \
        MPI_Startall(1, &request);                                 \
      }                                                            \
      MPI_Wait(&request, MPI_STATUS_IGNORE);                       \
      CHECK(condition);                                            \
    }                                                              \
    MPI_Request_free(&request);                                    \
  } while (0)

static void prepare(void) {
  for (int i = 0; i < MOST; ++i) {
    ones[i] = 1;
    two[i] = i == 0 ? 2 : 1;
    places[i] = i;
    bytes[i] = (PLACE)sizeof(int) * (PLACE)i;
    types[i] = MPI_INT;
  }
}

/* MPICH 4.0.2 copies the own part of some persistent collectives only once, in MPI_Gather_init: it is not looked at.
   Its persistent scatter and allgather fail when they are started again: they are started once. */
static void rooted(void) {
  const int size = world.size;
  const int rank = world.rank;
  const int root = size - 1;
  const MPI_Comm comm = MPI_COMM_WORLD;
  FORMS(Bcast, bcast, comm, in[0] == root && in[3] == root, in, 4, MPI_INT, root);
  FORMS(Reduce, reduce, comm, rank != root || line(3, size * (size - 1) / 2, 0), in, out, 3, MPI_INT, MPI_SUM, root);
  hole = root;
  FORMS(Gather, gather, comm, rank != root || line(size, 0, 1), in, 1, MPI_INT, out, 1, MPI_INT, root);
  hole = -1;
  FORMS(Gatherv, gatherv, comm, rank != root || line(size, 0, 1), in, 1, MPI_INT, out, ones, places, MPI_INT, root);
  starts = 1;
  FORMS(Scatter, scatter, comm, line(1, root, 0), in, 1, MPI_INT, out, 1, MPI_INT, root);
  starts = 2;
  FORMS(Scatterv, scatterv, comm, line(1, root, 0), in, ones, places, MPI_INT, out, 1, MPI_INT, root);
}

static void everybody(void) {
  const int size = world.size;
  const int rank = world.rank;
  const int sum = size * (size - 1) / 2;
  const MPI_Comm comm = MPI_COMM_WORLD;
  FORMS(Allreduce, allreduce, comm, line(3, sum, 0), in, out, 3, MPI_INT, MPI_SUM);
  FORMS(Scan, scan, comm, line(3, rank * (rank + 1) / 2, 0), in, out, 3, MPI_INT, MPI_SUM);
  FORMS(Exscan, exscan, comm, rank == 0 || line(3, rank * (rank - 1) / 2, 0), in, out, 3, MPI_INT, MPI_SUM);
  starts = 1;
  hole = rank;
  FORMS(Allgather, allgather, comm, line(size, 0, 1), in, 1, MPI_INT, out, 1, MPI_INT);
  starts = 2;
  FORMS(Allgatherv, allgatherv, comm, line(size, 0, 1), in, 1, MPI_INT, out, ones, places, MPI_INT);
  FORMS(Alltoall, alltoall, comm, line(size, 0, 1), in, 1, MPI_INT, out, 1, MPI_INT);
  FORMS(Alltoallv, alltoallv, comm, line(size, 0, 1), in, ones, places, MPI_INT, out, ones, places, MPI_INT);
  FORMS(Alltoallw, alltoallw, comm, line(size, 0, 1), in, ones, bytes, types, out, ones, bytes, types);
  hole = -1;
  FORMS(Reduce_scatter, reduce_scatter, comm, line(rank == 0 ? 2 : 1, sum, 0), in, out, two, MPI_INT, MPI_SUM);
  FORMS(Reduce_scatter_block, reduce_scatter_block, comm, line(2, sum, 0), in, out, 2, MPI_INT, MPI_SUM);
}

static void in_place(void) {
  const int size = world.size;
  const int rank = world.rank;
  const MPI_Comm comm = MPI_COMM_WORLD;
  reset();
  out[rank] = rank;
  CALL(Allgather)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 1, MPI_INT, comm);
  CHECK(line(size, 0, 1));
  reset();
  for (int i = 0; i < size; ++i) out[i] = rank;
  CALL(Alltoall)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 1, MPI_INT, comm);
  CHECK(line(size, 0, 1));
  reset();
  out[0] = rank;
  const void* mine = rank == 0 ? MPI_IN_PLACE : in;
  CALL(Gather)(mine, 1, MPI_INT, out, 1, MPI_INT, 0, comm);
  CHECK(rank != 0 || line(size, 0, 1));
  reset();
  void* target = rank == 0 ? MPI_IN_PLACE : out;
  CALL(Scatter)(in, 1, MPI_INT, target, 1, MPI_INT, 0, comm);
  CHECK(rank == 0 || out[0] == 0);
}

/* Neighbours in a ring: from the left and from the right; both are the same rank in a ring of two. */
static void neighbours(MPI_Comm comm) {
  MPI_Aint far[MOST];
  int around[2] = {world.left, world.right};
  for (int i = 0; i < MOST; ++i) far[i] = (MPI_Aint)bytes[i];
  const int step = around[1] - around[0];
  FORMS(Neighbor_allgather, neighbor_allgather, comm, line(2, around[0], step), in, 1, MPI_INT, out, 1, MPI_INT);
  FORMS(Neighbor_allgatherv, neighbor_allgatherv, comm, line(2, around[0], step), in, 1, MPI_INT, out, ones, places,
        MPI_INT);
  FORMS(Neighbor_alltoall, neighbor_alltoall, comm, line(2, around[0], step), in, 1, MPI_INT, out, 1, MPI_INT);
  FORMS(Neighbor_alltoallv, neighbor_alltoallv, comm, line(2, around[0], step), in, ones, places, MPI_INT, out, ones,
        places, MPI_INT);
  FORMS(Neighbor_alltoallw, neighbor_alltoallw, comm, line(2, around[0], step), in, ones, far, types, out, ones, far,
        types);
}

static void topologies(void) {
  const int ring = 1;
  const int around[2] = {world.left, world.right};
  int ends[MOST];
  int edges[2 * MOST];
  MPI_Comm cart;
  MPI_Comm graph;
  MPI_Comm distributed;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &world.size, &ring, 0, &cart);
  for (int i = 0; i < world.size; ++i) {
    ends[i] = 2 * (i + 1);
    edges[2 * i] = (i + world.size - 1) % world.size;
    edges[2 * i + 1] = (i + 1) % world.size;
  }
  MPI_Graph_create(MPI_COMM_WORLD, world.size, ends, edges, 0, &graph);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, around, MPI_UNWEIGHTED, 2, around, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &distributed);
  neighbours(cart);
  neighbours(graph);
  neighbours(distributed);
  MPI_Comm_free(&cart);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&distributed);
}

static void collectives(void) {
  CHECK(world.size < MOST);
  prepare();
  rooted();
  everybody();
  in_place();
  topologies();
}

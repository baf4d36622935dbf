// SPDX-License-Identifier: Apache-2.0
//
// One collective, once, between two barriers of our own making (a ring of messages with tags 1 and 2), so that its
// messages are easily told from others in a trace. Arguments: name without MPI_ (large counts and persistent ones
// excluded), elements (bytes) that a rank contributes (for bcast and scatter: that one receives), root (0).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, count, root;
static char *in, *out;
static int *counts, *places;
static MPI_Request request = MPI_REQUEST_NULL;
static const MPI_Comm comm = MPI_COMM_WORLD;

#define FORM(name, ...) \
  static void name(void) { MPI_##name(__VA_ARGS__); }
#define FORMS(name, lower, ...) \
  FORM(name, __VA_ARGS__, comm) \
  static void I##lower(void) { MPI_I##lower(__VA_ARGS__, comm, &request); }

static void Barrier(void) { MPI_Barrier(comm); }
static void Ibarrier(void) { MPI_Ibarrier(comm, &request); }
FORMS(Bcast, bcast, in, count, MPI_BYTE, root)
FORMS(Reduce, reduce, in, out, count, MPI_BYTE, MPI_BOR, root)
FORMS(Allreduce, allreduce, in, out, count, MPI_BYTE, MPI_BOR)
FORMS(Scan, scan, in, out, count, MPI_BYTE, MPI_BOR)
FORMS(Exscan, exscan, in, out, count, MPI_BYTE, MPI_BOR)
FORMS(Gather, gather, in, count, MPI_BYTE, out, count, MPI_BYTE, root)
FORMS(Gatherv, gatherv, in, count, MPI_BYTE, out, counts, places, MPI_BYTE, root)
FORMS(Scatter, scatter, in, count, MPI_BYTE, out, count, MPI_BYTE, root)
FORMS(Scatterv, scatterv, in, counts, places, MPI_BYTE, out, count, MPI_BYTE, root)
FORMS(Allgather, allgather, in, count, MPI_BYTE, out, count, MPI_BYTE)
FORMS(Allgatherv, allgatherv, in, count, MPI_BYTE, out, counts, places, MPI_BYTE)
FORMS(Alltoall, alltoall, in, count, MPI_BYTE, out, count, MPI_BYTE)
FORMS(Alltoallv, alltoallv, in, counts, places, MPI_BYTE, out, counts, places, MPI_BYTE)
FORMS(Reduce_scatter, reduce_scatter, in, out, counts, MPI_BYTE, MPI_BOR)
FORMS(Reduce_scatter_block, reduce_scatter_block, in, out, count, MPI_BYTE, MPI_BOR)

struct entry {
  const char* name;
  void (*call)(void);
};
#define ENTRY(name) \
  { #name, name }
static const struct entry entries[] = {
    ENTRY(Barrier),
    ENTRY(Ibarrier),
    ENTRY(Bcast),
    ENTRY(Ibcast),
    ENTRY(Reduce),
    ENTRY(Ireduce),
    ENTRY(Allreduce),
    ENTRY(Iallreduce),
    ENTRY(Scan),
    ENTRY(Iscan),
    ENTRY(Exscan),
    ENTRY(Iexscan),
    ENTRY(Gather),
    ENTRY(Igather),
    ENTRY(Gatherv),
    ENTRY(Igatherv),
    ENTRY(Scatter),
    ENTRY(Iscatter),
    ENTRY(Scatterv),
    ENTRY(Iscatterv),
    ENTRY(Allgather),
    ENTRY(Iallgather),
    ENTRY(Allgatherv),
    ENTRY(Iallgatherv),
    ENTRY(Alltoall),
    ENTRY(Ialltoall),
    ENTRY(Alltoallv),
    ENTRY(Ialltoallv),
    ENTRY(Reduce_scatter),
    ENTRY(Ireduce_scatter),
    ENTRY(Reduce_scatter_block),
    ENTRY(Ireduce_scatter_block),
};

static void ring(int tag) {
  int token = 0;
  if (rank > 0) MPI_Recv(&token, 1, MPI_INT, rank - 1, tag, comm, MPI_STATUS_IGNORE);
  MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, tag, comm);
  if (rank == 0) MPI_Recv(&token, 1, MPI_INT, size - 1, tag, comm, MPI_STATUS_IGNORE);
}

static const struct entry* find(const char* name) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; ++i) {
    if (strcmp(entries[i].name, name) == 0) return &entries[i];
  }
  return NULL;
}

int main(int argc, char** argv) {
  const struct entry* entry = argc > 2 ? find(argv[1]) : NULL;
  if (entry == NULL) {
    fprintf(stderr, "usage: collective NAME BYTES [ROOT], NAME like Allreduce or Iallreduce\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  count = atoi(argv[2]);
  root = argc > 3 ? atoi(argv[3]) : 0;
  const size_t all = (size_t)count * (size_t)size + 1;
  in = calloc(all, 1);
  out = calloc(all, 1);
  counts = malloc((size_t)size * sizeof *counts);
  places = malloc((size_t)size * sizeof *places);
  if (in == NULL || out == NULL || counts == NULL || places == NULL) MPI_Abort(comm, 3);
  for (int i = 0; i < size; ++i) {
    counts[i] = count;
    places[i] = i * count;
  }
  ring(1);
  entry->call();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  ring(2);
  free(in);
  free(out);
  free(counts);
  free(places);
  MPI_Finalize();
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * Simulated time of one collective by its bytes: "collectives NAME LARGEST", whose ranks print "NAME,BYTES,US" on rank 0.
 *
 * Bytes are those of one block: of the message of bcast, reduce and allreduce, of what each rank gives to each other one
 * in the others. 8 bytes, 64, ... up to LARGEST; barrier has none. A time is the mean of `calls` calls, from a barrier
 * until the last rank has ended the last of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { calls = 4 };

static void call(const char* name, void* from, void* to, int doubles, int* blocks) {
  const MPI_Comm all = MPI_COMM_WORLD;
  if (strcmp(name, "barrier") == 0) MPI_Barrier(all);
  if (strcmp(name, "bcast") == 0) MPI_Bcast(from, doubles, MPI_DOUBLE, 0, all);
  if (strcmp(name, "reduce") == 0) MPI_Reduce(from, to, doubles, MPI_DOUBLE, MPI_SUM, 0, all);
  if (strcmp(name, "allreduce") == 0) MPI_Allreduce(from, to, doubles, MPI_DOUBLE, MPI_SUM, all);
  if (strcmp(name, "allgather") == 0) MPI_Allgather(from, doubles, MPI_DOUBLE, to, doubles, MPI_DOUBLE, all);
  if (strcmp(name, "alltoall") == 0) MPI_Alltoall(from, doubles, MPI_DOUBLE, to, doubles, MPI_DOUBLE, all);
  if (strcmp(name, "reduce_scatter") == 0) MPI_Reduce_scatter(from, to, blocks, MPI_DOUBLE, MPI_SUM, all);
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* const known[] = {"barrier", "bcast", "reduce", "allreduce", "allgather", "alltoall", "reduce_scatter"};
  int is_known = 0;
  for (size_t i = 0; count == 3 && i < sizeof known / sizeof *known; ++i) is_known |= strcmp(words[1], known[i]) == 0;
  const long largest = count == 3 ? atol(words[2]) : 0;
  if (!is_known || largest < 8) {
    if (rank == 0) fprintf(stderr, "usage: collectives NAME LARGEST, with LARGEST bytes of at least 8\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const size_t room = (size_t)largest * (size_t)ranks;
  void *from = calloc(1, room), *to = calloc(1, room);
  int* blocks = malloc(sizeof *blocks * (size_t)ranks);
  if (from == NULL || to == NULL || blocks == NULL) MPI_Abort(MPI_COMM_WORLD, 3);
  const int sizeless = strcmp(words[1], "barrier") == 0;
  for (long bytes = 8; bytes <= largest; bytes *= 8) {
    const int doubles = (int)(bytes / 8);
    for (int i = 0; i < ranks; ++i) blocks[i] = doubles;
    call(words[1], from, to, doubles, blocks); /* not counted: communicators may be set up in it */
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i) call(words[1], from, to, doubles, blocks);
    double time = MPI_Wtime() - begin, longest;
    MPI_Reduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%s,%ld,%.4f\n", words[1], sizeless ? 0 : bytes, longest / calls * 1e6);
    if (sizeless) break;
  }
  free(from);
  free(to);
  free(blocks);
  MPI_Finalize();
  return 0;
}

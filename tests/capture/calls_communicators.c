// SPDX-License-Identifier: Apache-2.0
//
// Communicators of every make; on each, a ring of messages and a collective, so that ranks and contexts show in a
// trace.
#include <stdlib.h>

#include "tests/capture/calls.h"

static void use(MPI_Comm comm) {
  int rank = 0;
  int size = 0;
  int got = -1;
  int sum = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 9, &got, 1, MPI_INT, (rank + size - 1) % size, 9, comm,
               MPI_STATUS_IGNORE);
  CHECK(got == (rank + size - 1) % size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == size * (size - 1) / 2);
}

static void duplicates(void) {
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  use(comm);
  MPI_Comm_disconnect(&comm);
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm);
  use(comm);
  MPI_Comm_free(&comm);
  MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(comm);
  MPI_Comm_free(&comm);
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(comm);
  MPI_Comm_free(&comm);
}

static void parts(void) {
  MPI_Comm comm;
  MPI_Group all;
  MPI_Group some;
  const int last = world.size - 1;
  int(*range)[3] = malloc(sizeof *range);
  (*range)[0] = last;
  (*range)[1] = 0;
  (*range)[2] = -1;
  MPI_Comm_split(MPI_COMM_WORLD, world.rank % 2, -world.rank, &comm);
  use(comm);
  MPI_Comm_free(&comm);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
  use(comm);
  MPI_Comm_free(&comm);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_range_incl(all, 1, range, &some);
  MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
  use(comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&some);
  MPI_Group_excl(all, 1, &last, &some);
  if (world.rank != last) {
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 3, &comm);
    use(comm);
    MPI_Comm_free(&comm);
    MPI_Comm_create_from_group(some, "part", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    use(comm);
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  free(range);
}

static void topologies(void) {
  MPI_Comm cart;
  MPI_Comm row;
  MPI_Comm graph;
  int dims[2] = {0, 0};
  const int periods[2] = {1, 1};
  const int keep[2] = {0, 1};
  const int degree = 1;
  MPI_Dims_create(world.size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &cart);
  MPI_Cart_sub(cart, keep, &row);
  use(cart);
  use(row);
  MPI_Comm_free(&row);
  MPI_Comm_free(&cart);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &world.rank, &degree, &world.right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                        &graph);
  use(graph);
  MPI_Comm_free(&graph);
}

/* Between the ranks of even and of odd number. */
static void use_between(MPI_Comm between) {
  int rank = 0;
  int remote = 0;
  int value = world.rank;
  int got = -1;
  MPI_Comm_rank(between, &rank);
  MPI_Comm_remote_size(between, &remote);
  const int odd = world.rank % 2;
  if (rank < remote) {
    MPI_Sendrecv(&value, 1, MPI_INT, rank, 4, &got, 1, MPI_INT, rank, 4, between, MPI_STATUS_IGNORE);
    CHECK(got == (odd ? world.rank - 1 : world.rank + 1));
  }
  got = -1;
  const int root = odd ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MPI_Bcast(odd ? &got : &value, 1, MPI_INT, root, between);
  CHECK(!odd || got == 0);
  MPI_Allreduce(&value, &got, 1, MPI_INT, MPI_SUM, between);
  CHECK(got % 2 == 0 || remote % 2 == 1);
  MPI_Barrier(between);
}

static void two_groups(void) {
  MPI_Comm half;
  MPI_Comm between;
  MPI_Comm merged;
  MPI_Comm copy;
  const int odd = world.rank % 2;
  MPI_Comm_split(MPI_COMM_WORLD, odd, world.rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - odd, 8, &between);
  use_between(between);
  MPI_Comm_dup(between, &copy);
  use_between(copy);
  MPI_Comm_free(&copy);
  MPI_Intercomm_merge(between, odd, &merged);
  use(merged);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&between);
  MPI_Group groups[2];
  MPI_Group all;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int ranges[2][3] = {{0, world.size - 1, 2}, {1, world.size - 1, 2}};
  for (int i = 0; i < 2; ++i) MPI_Group_range_incl(all, 1, &ranges[i], &groups[i]);
  MPI_Intercomm_create_from_groups(groups[odd], 0, groups[1 - odd], 0, "between", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                                   &between);
  use_between(between);
  MPI_Comm_free(&between);
  for (int i = 0; i < 2; ++i) MPI_Group_free(&groups[i]);
  MPI_Group_free(&all);
  MPI_Comm_free(&half);
}

/* MPICH's calls for programs that survive the loss of ranks; here nothing is lost. Debian's MPICH aborts in the first. */
static void agreement(void) {
  MPI_Comm comm;
  MPI_Comm rest;
  int flag = 1;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPIX_Comm_agree(comm, &flag);
  CHECK(flag == 1);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPIX_Comm_shrink(comm, &rest);
  use(rest);
  MPI_Barrier(MPI_COMM_WORLD);
  MPIX_Comm_revoke(comm);
  MPI_Comm_free(&rest);
  MPI_Comm_free(&comm);
}

void communicators(int stock) {
  use(MPI_COMM_SELF);
  duplicates();
  parts();
  topologies();
  two_groups();
  if (!stock) agreement();
}

// SPDX-License-Identifier: Apache-2.0
//
// Every kind of message that MPICH sends by itself: each collective at three sizes (which MPICH carries out by
// different algorithms), blocking, nonblocking and persistent; neighbourhoods; intercommunicators; construction of
// communicators; a window. Each is announced by MPI_Pcontrol(1, name). Checks what arrives where that is
// cheap.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 10000 };

struct job {
  int rank, ranks, count; /* doubles a pair of ranks */
  double *from, *to;
  int *counts, *places, *byte_places;
  MPI_Datatype* types;
};

static void state(const struct job* job, const char* name) {
  char text[64];
  snprintf(text, sizeof text, job->count > 0 ? "%s.%d" : "%s", name, job->count);
  MPI_Pcontrol(1, text);
}
static void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "collectives: wrong result: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void complete(MPI_Request* request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static const MPI_Datatype none = MPI_DATATYPE_NULL;
static MPI_Comm world(void) { return MPI_COMM_WORLD; }

static void blocking(struct job* job) {
  const int n = job->count, *ns = job->counts, *at = job->places, *byte_at = job->byte_places;
  double *a = job->from, *b = job->to;
  const MPI_Datatype d = MPI_DOUBLE, *ds = job->types;
  const MPI_Comm w = world();
  state(job, "Barrier"), MPI_Barrier(w);
  state(job, "Bcast"), MPI_Bcast(a, n, d, 1 % job->ranks, w);
  state(job, "Reduce"), MPI_Reduce(a, b, n, d, MPI_SUM, 0, w);
  state(job, "Allreduce"), MPI_Allreduce(a, b, n, d, MPI_SUM, w);
  require(b[n - 1] == job->ranks, "Allreduce");
  state(job, "Gather"), MPI_Gather(a, n, d, b, n, d, 0, w);
  state(job, "Gatherv"), MPI_Gatherv(a, n, d, b, ns, at, d, 0, w);
  state(job, "Scatter"), MPI_Scatter(a, n, d, b, n, d, 0, w);
  state(job, "Scatterv"), MPI_Scatterv(a, ns, at, d, b, n, d, 0, w);
  state(job, "Allgather"), MPI_Allgather(a, n, d, b, n, d, w);
  state(job, "Allgatherv"), MPI_Allgatherv(a, n, d, b, ns, at, d, w);
  state(job, "Alltoall"), MPI_Alltoall(a, n, d, b, n, d, w);
  state(job, "Alltoall-in-place"), MPI_Alltoall(MPI_IN_PLACE, 0, none, b, n, d, w);
  state(job, "Alltoallv"), MPI_Alltoallv(a, ns, at, d, b, ns, at, d, w);
  state(job, "Alltoallv-in-place"), MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, none, b, ns, at, d, w);
  state(job, "Alltoallw"), MPI_Alltoallw(a, ns, byte_at, ds, b, ns, byte_at, ds, w);
  state(job, "Reduce_scatter"), MPI_Reduce_scatter(a, b, ns, d, MPI_SUM, w);
  state(job, "Reduce_scatter_block"), MPI_Reduce_scatter_block(a, b, n, d, MPI_SUM, w);
  state(job, "Scan"), MPI_Scan(a, b, n, d, MPI_SUM, w);
  require(b[0] == job->rank + 1, "Scan");
  state(job, "Exscan"), MPI_Exscan(a, b, n, d, MPI_SUM, w);
}

static void nonblocking(struct job* job) {
  const int n = job->count, *ns = job->counts, *at = job->places, *byte_at = job->byte_places;
  double *a = job->from, *b = job->to;
  const MPI_Datatype d = MPI_DOUBLE, *ds = job->types;
  const MPI_Comm w = world();
  MPI_Request request;
  state(job, "Ibarrier"), MPI_Ibarrier(w, &request), complete(&request);
  state(job, "Ibcast"), MPI_Ibcast(a, n, d, 1 % job->ranks, w, &request), complete(&request);
  state(job, "Ireduce"), MPI_Ireduce(a, b, n, d, MPI_SUM, 0, w, &request), complete(&request);
  state(job, "Iallreduce"), MPI_Iallreduce(a, b, n, d, MPI_SUM, w, &request), complete(&request);
  require(b[n - 1] == job->ranks, "Iallreduce");
  state(job, "Igather"), MPI_Igather(a, n, d, b, n, d, 0, w, &request), complete(&request);
  state(job, "Igatherv"), MPI_Igatherv(a, n, d, b, ns, at, d, 0, w, &request), complete(&request);
  state(job, "Iscatter"), MPI_Iscatter(a, n, d, b, n, d, 0, w, &request), complete(&request);
  state(job, "Iscatterv"), MPI_Iscatterv(a, ns, at, d, b, n, d, 0, w, &request), complete(&request);
  state(job, "Iallgather"), MPI_Iallgather(a, n, d, b, n, d, w, &request), complete(&request);
  state(job, "Iallgatherv"), MPI_Iallgatherv(a, n, d, b, ns, at, d, w, &request), complete(&request);
  state(job, "Ialltoall"), MPI_Ialltoall(a, n, d, b, n, d, w, &request), complete(&request);
  state(job, "Ialltoallv"), MPI_Ialltoallv(a, ns, at, d, b, ns, at, d, w, &request), complete(&request);
  state(job, "Ialltoallw"), MPI_Ialltoallw(a, ns, byte_at, ds, b, ns, byte_at, ds, w, &request), complete(&request);
  state(job, "Ireduce_scatter"), MPI_Ireduce_scatter(a, b, ns, d, MPI_SUM, w, &request), complete(&request);
  state(job, "Ireduce_scatter_block"), MPI_Ireduce_scatter_block(a, b, n, d, MPI_SUM, w, &request), complete(&request);
  state(job, "Iscan"), MPI_Iscan(a, b, n, d, MPI_SUM, w, &request), complete(&request);
  require(b[0] == job->rank + 1, "Iscan");
  state(job, "Iexscan"), MPI_Iexscan(a, b, n, d, MPI_SUM, w, &request), complete(&request);
}

static void persistent(struct job* job) {
  MPI_Request request;
  state(job, "Allreduce_init");
  MPI_Allreduce_init(job->from, job->to, job->count, MPI_DOUBLE, MPI_SUM, world(), MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  state(job, "Bcast_init");
  MPI_Bcast_init(job->from, job->count, MPI_DOUBLE, 0, world(), MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

static void neighbours(struct job* job) {
  const int periodic = 1, counts[2] = {3, 3}, places[2] = {0, 3};
  const MPI_Aint byte_places[2] = {0, 24};
  const MPI_Datatype d = MPI_DOUBLE, types[2] = {MPI_DOUBLE, MPI_DOUBLE};
  double *a = job->from, *b = job->to;
  MPI_Request request;
  MPI_Comm ring, graph;
  job->count = 0;
  state(job, "Cart_create"), MPI_Cart_create(world(), 1, &job->ranks, &periodic, 0, &ring);
  state(job, "Neighbor_allgather"), MPI_Neighbor_allgather(a, 3, d, b, 3, d, ring);
  state(job, "Neighbor_allgatherv"), MPI_Neighbor_allgatherv(a, 3, d, b, counts, places, d, ring);
  state(job, "Neighbor_alltoall"), MPI_Neighbor_alltoall(a, 3, d, b, 3, d, ring);
  state(job, "Neighbor_alltoallv"), MPI_Neighbor_alltoallv(a, counts, places, d, b, counts, places, d, ring);
  state(job, "Neighbor_alltoallw"),
      MPI_Neighbor_alltoallw(a, counts, byte_places, types, b, counts, byte_places, types, ring);
  state(job, "Ineighbor_allgather"), MPI_Ineighbor_allgather(a, 3, d, b, 3, d, ring, &request), complete(&request);
  state(job, "Ineighbor_allgatherv"), MPI_Ineighbor_allgatherv(a, 3, d, b, counts, places, d, ring, &request),
      complete(&request);
  state(job, "Ineighbor_alltoall"), MPI_Ineighbor_alltoall(a, 3, d, b, 3, d, ring, &request), complete(&request);
  state(job, "Ineighbor_alltoallv"),
      MPI_Ineighbor_alltoallv(a, counts, places, d, b, counts, places, d, ring, &request), complete(&request);
  state(job, "Ineighbor_alltoallw"),
      MPI_Ineighbor_alltoallw(a, counts, byte_places, types, b, counts, byte_places, types, ring, &request),
      complete(&request);
  const int degree = 2, targets[2] = {(job->rank + 1) % job->ranks, (job->rank + 2) % job->ranks};
  state(job, "Dist_graph_create"),
      MPI_Dist_graph_create(world(), 1, &job->rank, &degree, targets, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  state(job, "graph.Neighbor_alltoall"), MPI_Neighbor_alltoall(a, 3, d, b, 3, d, graph);
  state(job, "free"), MPI_Comm_free(&graph), MPI_Comm_free(&ring);
}

static void intercommunicators(struct job* job, MPI_Comm half) {
  const int odd = job->rank % 2;
  const int root = odd ? 0 : job->rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  const MPI_Datatype d = MPI_DOUBLE;
  double *a = job->from, *b = job->to;
  MPI_Comm inter, merged, copy;
  MPI_Request request;
  state(job, "Intercomm_create"), MPI_Intercomm_create(half, 0, world(), odd ? 0 : 1, 77, &inter);
  state(job, "inter.Barrier"), MPI_Barrier(inter);
  state(job, "inter.Bcast"), MPI_Bcast(a, 4, d, root, inter);
  state(job, "inter.Allreduce"), MPI_Allreduce(a, b, 4, d, MPI_SUM, inter);
  state(job, "inter.Alltoall"), MPI_Alltoall(a, 4, d, b, 4, d, inter);
  state(job, "inter.Ibcast"), MPI_Ibcast(a, 4, d, root, inter, &request), complete(&request);
  state(job, "inter.Iallgather"), MPI_Iallgather(a, 4, d, b, 4, d, inter, &request), complete(&request);
  state(job, "inter.Comm_dup"), MPI_Comm_dup(inter, &copy);
  state(job, "Intercomm_merge"), MPI_Intercomm_merge(inter, odd, &merged);
  state(job, "merged.Allgather"), MPI_Allgather(a, 4, d, b, 4, d, merged);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
}

static void communicators(struct job* job) {
  MPI_Comm copy, later, half, group_comm;
  MPI_Group group;
  MPI_Request request;
  MPI_Win window;
  state(job, "Comm_dup"), MPI_Comm_dup(world(), &copy);
  state(job, "Comm_idup"), MPI_Comm_idup(world(), &later, &request), complete(&request);
  MPI_Comm_group(world(), &group);
  state(job, "Comm_create"), MPI_Comm_create(world(), group, &group_comm);
  state(job, "Comm_split"), MPI_Comm_split(world(), job->rank % 2, job->rank, &half);
  state(job, "half.Allreduce"), MPI_Allreduce(job->from, job->to, 4, MPI_DOUBLE, MPI_SUM, half);
  if (job->ranks > 1) intercommunicators(job, half);
  state(job, "Win_create"), MPI_Win_create(job->from, 64, 1, MPI_INFO_NULL, world(), &window);
  state(job, "Win_free"), MPI_Win_free(&window);
  MPI_Group_free(&group);
  MPI_Comm_free(&group_comm);
  MPI_Comm_free(&half);
  MPI_Comm_free(&later);
  MPI_Comm_free(&copy);
}

/* The program's own: nothing may be reported, and the status must be that of the receive. */
static void own_messages(struct job* job) {
  const int previous = (job->rank + job->ranks - 1) % job->ranks, next = (job->rank + 1) % job->ranks;
  MPI_Request request;
  MPI_Status status;
  int count;
  state(job, "own");
  MPI_Isendrecv(job->from, job->rank % 3 + 1, MPI_DOUBLE, next, 5, job->to, 3, MPI_DOUBLE, MPI_ANY_SOURCE, 5, world(),
                &request);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  require(status.MPI_SOURCE == previous && status.MPI_TAG == 5 && count == previous % 3 + 1, "status of Isendrecv");
  MPI_Sendrecv(job->from, 2, MPI_DOUBLE, next, 6, job->to, 2, MPI_DOUBLE, previous, 6, world(), &status);
}

int main(int argc, char** argv) {
  const int sizes[] = {1, 300, LARGEST};
  struct job job = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
  const size_t ranks = (size_t)job.ranks;
  job.from = malloc(ranks * LARGEST * sizeof *job.from);
  job.to = calloc(ranks * LARGEST, sizeof *job.to);
  job.counts = calloc(3 * ranks, sizeof *job.counts);
  job.types = calloc(ranks, sizeof *job.types);
  if (job.from == NULL || job.to == NULL || job.counts == NULL || job.types == NULL) return 3;
  job.places = job.counts + ranks;
  job.byte_places = job.places + ranks;
  for (size_t i = 0; i < ranks * LARGEST; i++) job.from[i] = 1;
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    job.count = sizes[s];
    for (int i = 0; i < job.ranks; i++) {
      job.counts[i] = job.count;
      job.places[i] = i * job.count;
      job.byte_places[i] = i * job.count * (int)sizeof(double);
      job.types[i] = MPI_DOUBLE;
    }
    blocking(&job);
    nonblocking(&job);
    persistent(&job);
  }
  neighbours(&job);
  communicators(&job);
  own_messages(&job);
  MPI_Finalize();
  return 0;
}

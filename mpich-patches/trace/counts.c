// SPDX-License-Identifier: Apache-2.0
//
// Bytes and roles: what the arguments of a call say about its traffic.
#include "mpich-patches/trace/messages.h"
#include "mpich-patches/trace/recorder.h"

/* MPICH writes the size of a built-in type into its handle, which is part of its ABI: 0x4c00SSnn is a type of SS bytes.
 */
uint64_t tr_bytes(MPI_Count count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return 0;
  const uint32_t handle = (uint32_t)type;
  if (handle >> 24 == 0x4c) return (uint64_t)count * ((handle >> 8) & 0xff);
  MPI_Count size = 0;
  if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return 0;
  return (uint64_t)count * (uint64_t)size;
}

uint64_t tr_sum_int(const int* counts, int size, MPI_Datatype type) {
  MPI_Count total = 0;
  for (int i = 0; i < size; ++i) total += counts[i];
  return tr_bytes(total, type);
}

uint64_t tr_sum_large(const MPI_Count* counts, int size, MPI_Datatype type) {
  MPI_Count total = 0;
  for (int i = 0; i < size; ++i) total += counts[i];
  return tr_bytes(total, type);
}

uint64_t tr_each_int(const int* counts, const MPI_Datatype* types, int size) {
  uint64_t total = 0;
  for (int i = 0; i < size; ++i) total += tr_bytes(counts[i], types[i]);
  return total;
}

uint64_t tr_each_large(const MPI_Count* counts, const MPI_Datatype* types, int size) {
  uint64_t total = 0;
  for (int i = 0; i < size; ++i) total += tr_bytes(counts[i], types[i]);
  return total;
}

struct tr_view tr_look(MPI_Comm comm, int root) {
  struct tr_view view = {.communicator = 0, .root = TRGEN_NO_PEER, .is_leaf = true};
  if (!tr_recording()) return view;
  tr_lock();
  struct tr_communicator* c = tr_communicator(comm);
  if (c != NULL) {
    view.communicator = tr_communicator_number(c, 1, TR_SENDING);
    view.rank = c->rank;
    view.size = c->size;
    view.peers = c->remote_size > 0 ? c->remote_size : c->size;
    if (root == MPI_ROOT) {
      view.root = c->locals[c->rank];
      view.is_root = true;
      view.is_leaf = false;
    } else if (root == MPI_PROC_NULL) {
      view.is_leaf = false;
    } else if (root != TR_NO_ROOT) {
      view.root = tr_communicator_peer(c, root);
      view.is_root = c->remote_size == 0 && root == c->rank;
    }
  }
  tr_unlock();
  return view;
}

struct tr_view tr_look_around(MPI_Comm comm) {
  struct tr_view view = tr_look(comm, TR_NO_ROOT);
  if (!tr_recording()) return view;
  int kind = MPI_UNDEFINED;
  int weighted = 0;
  if (PMPI_Topo_test(comm, &kind) != MPI_SUCCESS) return view;
  if (kind == MPI_CART) {
    PMPI_Cartdim_get(comm, &view.sources);
    view.sources *= 2;
    view.targets = view.sources;
  } else if (kind == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, view.rank, &view.sources);
    view.targets = view.sources;
  } else if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(comm, &view.sources, &view.targets, &weighted);
  }
  return view;
}

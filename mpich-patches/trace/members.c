// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/members.h"

#include <stdlib.h>
#include <string.h>

#include "mpich-patches/trace/mpich_hooks.h"
#include "mpich-patches/trace/rank_file.h"

#pragma weak MPIX_Trace_interface
#pragma weak MPIX_Trace_comm
#pragma weak MPIX_Trace_members

/* How many communicators with one list of members there have been. */
struct group_count {
  struct tr_handle handle;
  int made;
};
static struct tr_handles group_counts;

bool tr_hooks_present(void) {
  static int present = -1;
  if (present < 0) {
    present = MPIX_Trace_interface != NULL && MPIX_Trace_comm != NULL && MPIX_Trace_members != NULL &&
              MPIX_Trace_interface() == MPIX_TRACE_INTERFACE;
  }
  return present != 0;
}

static uint32_t* ask_hook(MPI_Comm handle, int remote, int size) {
  int* ranks = malloc((size_t)size * sizeof *ranks);
  if (ranks != NULL && MPIX_Trace_members(handle, remote, ranks) != 0) {
    free(ranks);
    return NULL;
  }
  return (uint32_t*)ranks;
}

static uint32_t* ask_group(MPI_Group group, int size) {
  int* ranks = malloc((size_t)size * 2 * sizeof *ranks);
  MPI_Group world = MPI_GROUP_NULL;
  if (ranks == NULL || PMPI_Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS) {
    free(ranks);
    return NULL;
  }
  for (int i = 0; i < size; ++i) ranks[size + i] = i;
  const int result = PMPI_Group_translate_ranks(group, size, ranks + size, world, ranks);
  PMPI_Group_free(&world);
  if (result != MPI_SUCCESS) {
    free(ranks);
    return NULL;
  }
  return (uint32_t*)ranks;
}

static bool ask_with_hooks(MPI_Comm handle, struct tr_communicator* communicator) {
  MPIX_Trace_comm_info info;
  memset(&info, 0, sizeof info);
  if (MPIX_Trace_comm(handle, &info) != 0) return false;
  communicator->rank = info.rank;
  communicator->size = info.size;
  communicator->remote_size = info.remote_size;
  communicator->contexts[TR_SENDING] = info.send_context;
  communicator->contexts[TR_RECEIVING] = info.receive_context;
  communicator->locals = ask_hook(handle, 0, info.size);
  communicator->peers = info.remote_size > 0 ? ask_hook(handle, 1, info.remote_size) : communicator->locals;
  return communicator->locals != NULL && communicator->peers != NULL;
}

static bool ask_with_standard(MPI_Comm handle, struct tr_communicator* communicator) {
  int between = 0;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_test_inter(handle, &between);
  PMPI_Comm_rank(handle, &communicator->rank);
  PMPI_Comm_size(handle, &communicator->size);
  PMPI_Comm_group(handle, &group);
  communicator->locals = ask_group(group, communicator->size);
  communicator->peers = communicator->locals;
  PMPI_Group_free(&group);
  if (between) {
    PMPI_Comm_remote_size(handle, &communicator->remote_size);
    PMPI_Comm_remote_group(handle, &group);
    communicator->peers = ask_group(group, communicator->remote_size);
    PMPI_Group_free(&group);
  }
  return communicator->locals != NULL && communicator->peers != NULL;
}

bool tr_members_ask(MPI_Comm handle, struct tr_communicator* communicator) {
  return tr_hooks_present() ? ask_with_hooks(handle, communicator) : ask_with_standard(handle, communicator);
}

static uint32_t mix(uint32_t hash, uint32_t value) {
  for (int byte = 0; byte < 4; ++byte) hash = (hash ^ ((value >> (8 * byte)) & 255u)) * UINT32_C(16777619);
  return hash;
}

/* Of one direction of the traffic: the group that receives, then the other. */
static int context_of(const uint32_t* to, int to_size, const uint32_t* from, int from_size) {
  uint32_t hash = UINT32_C(2166136261);
  for (int i = 0; i < to_size; ++i) hash = mix(hash, to[i]);
  hash = mix(hash, TRGEN_NO_PEER);
  for (int i = 0; i < from_size; ++i) hash = mix(hash, from[i]);
  struct group_count* count = (struct group_count*)tr_handles_find(&group_counts, (int)hash);
  if (count == NULL) {
    count = calloc(1, sizeof *count);
    if (count == NULL) abort();
    tr_handles_put(&group_counts, &count->handle, (int)hash);
  }
  hash = mix(hash, (uint32_t)count->made++);
  return (int)((hash & UINT32_C(0x1fffffff)) | UINT32_C(0x20000000)) * 2;
}

void tr_members_name_context(MPI_Comm handle, struct tr_communicator* communicator) {
  struct tr_communicator* const c = communicator;
  if (handle == MPI_COMM_WORLD) {
    c->contexts[TR_SENDING] = c->contexts[TR_RECEIVING] = 0;
  } else if (c->remote_size == 0) {
    c->contexts[TR_SENDING] = c->contexts[TR_RECEIVING] = context_of(c->locals, c->size, NULL, 0);
  } else {
    c->contexts[TR_RECEIVING] = context_of(c->locals, c->size, c->peers, c->remote_size);
    c->contexts[TR_SENDING] = context_of(c->peers, c->remote_size, c->locals, c->size);
  }
}

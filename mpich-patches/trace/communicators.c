// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/communicators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpich-patches/trace/entries.h"
#include "mpich-patches/trace/members.h"
#include "mpich-patches/trace/recorder.h"

static struct tr_handles table;
static struct tr_communicator* latest; /* of tr_communicator: most calls use the same again */
static uint32_t numbers;

static struct tr_communicator* meet(MPI_Comm handle) {
  struct tr_communicator* communicator = calloc(1, sizeof *communicator);
  if (communicator == NULL) {
    fprintf(stderr, "libtrgen-trace: no memory for a communicator\n");
    abort();
  }
  communicator->uses = 1;
  if (!tr_members_ask(handle, communicator)) {
    tr_communicator_release(communicator);
    return NULL;
  }
  if (!tr_hooks_present()) tr_members_name_context(handle, communicator);
  tr_handles_put(&table, &communicator->handle, handle);
  return communicator;
}

void tr_communicators_start(void) {
  if (tr_hooks_present()) return;
  meet(MPI_COMM_WORLD);
  meet(MPI_COMM_SELF);
}

void tr_communicator_made(MPI_Comm handle) {
  tr_communicator_gone(handle);
  meet(handle);
}

struct tr_communicator* tr_communicator(MPI_Comm handle) {
  if (latest != NULL && latest->handle.key == handle) return latest;
  struct tr_communicator* communicator = (struct tr_communicator*)tr_handles_find(&table, handle);
  if (communicator == NULL && tr_hooks_present() && handle != MPI_COMM_NULL) communicator = meet(handle);
  if (communicator != NULL) latest = communicator;
  return communicator;
}

static bool uses_context(const struct tr_communicator* communicator, int context) {
  return communicator->contexts[TR_SENDING] == (context & ~1) || communicator->contexts[TR_RECEIVING] == (context & ~1);
}

/* While the library builds a communicator, its object may change its context: then it is met again. */
struct tr_communicator* tr_hidden_communicator(MPI_Comm handle, int context) {
  struct tr_communicator* communicator = tr_communicator(handle);
  if (communicator != NULL && !uses_context(communicator, context)) {
    tr_communicator_gone(handle);
    communicator = tr_communicator(handle);
  }
  return communicator != NULL && uses_context(communicator, context) ? communicator : NULL;
}

void tr_communicator_hold(struct tr_communicator* communicator) { ++communicator->uses; }

void tr_communicator_release(struct tr_communicator* communicator) {
  if (communicator == NULL || --communicator->uses > 0) return;
  if (communicator->peers != communicator->locals) free(communicator->peers);
  free(communicator->locals);
  free(communicator);
}

void tr_communicator_gone(MPI_Comm handle) {
  struct tr_communicator* communicator = (struct tr_communicator*)tr_handles_take(&table, handle);
  if (communicator == latest) latest = NULL;
  tr_communicator_release(communicator);
}

/* Both sides of an intercommunicator write the same list: the group with the lowest world rank comes first. */
static void write_members(const struct tr_communicator* c, uint32_t number, int collective, uint32_t context) {
  if (c->remote_size == 0) {
    tr_put_communicator(tr_time(), number, collective, context, (uint32_t)c->size, c->locals);
    return;
  }
  const size_t local = (size_t)c->size;
  const size_t remote = (size_t)c->remote_size;
  uint32_t* both = malloc((local + remote) * sizeof *both);
  if (both == NULL) return;
  uint32_t lowest_local = TRGEN_NO_PEER;
  uint32_t lowest_remote = TRGEN_NO_PEER;
  for (size_t i = 0; i < local; ++i) lowest_local = c->locals[i] < lowest_local ? c->locals[i] : lowest_local;
  for (size_t i = 0; i < remote; ++i) lowest_remote = c->peers[i] < lowest_remote ? c->peers[i] : lowest_remote;
  const bool local_first = lowest_local < lowest_remote;
  memcpy(both + (local_first ? 0 : remote), c->locals, local * sizeof *both);
  memcpy(both + (local_first ? local : 0), c->peers, remote * sizeof *both);
  tr_put_communicator(tr_time(), number, collective, context, (uint32_t)(local + remote), both);
  free(both);
}

uint32_t tr_communicator_number(struct tr_communicator* communicator, int collective, int direction) {
  uint32_t* number = &communicator->numbers[collective][direction];
  if (*number != 0) return *number - 1;
  uint32_t* opposite = &communicator->numbers[collective][1 - direction];
  if (*opposite != 0 && communicator->contexts[0] == communicator->contexts[1]) {
    *number = *opposite;
    return *number - 1;
  }
  *number = ++numbers;
  const uint32_t context = (uint32_t)communicator->contexts[direction] + (collective ? 1u : 0u);
  write_members(communicator, *number - 1, collective, context);
  return *number - 1;
}

uint32_t tr_communicator_stranger(uint32_t context) {
  tr_put_communicator(tr_time(), numbers, 1, context, 0, NULL);
  return numbers++;
}

uint32_t tr_communicator_peer(const struct tr_communicator* communicator, int rank) {
  const int count = communicator->remote_size > 0 ? communicator->remote_size : communicator->size;
  return rank >= 0 && rank < count ? communicator->peers[rank] : TRGEN_NO_PEER;
}

// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/messages.h"

#include <stdio.h>
#include <stdlib.h>

#include "mpich-patches/trace/recorder.h"
#include "mpich-patches/trace/writer.h"

/* A message found by a matched probe, until it is received. */
struct matched {
  struct tr_handle handle;
  struct tr_receive receive;
};
static struct tr_handles matches;

static const struct tr_receive from_nobody = {NULL, 0, 0};

static struct tr_communicator* look_up(MPI_Comm comm) {
  tr_lock();
  struct tr_communicator* communicator = tr_communicator(comm);
  tr_unlock();
  return communicator;
}

uint64_t tr_send_on(struct tr_communicator* communicator, int dest, int tag, uint64_t bytes) {
  if (dest == MPI_PROC_NULL || communicator == NULL || !tr_recording()) return 0;
  const uint32_t peer = tr_communicator_peer(communicator, dest);
  if (peer == TRGEN_NO_PEER) return 0;
  tr_lock();
  const uint32_t number = tr_communicator_number(communicator, 0, TR_SENDING);
  const uint64_t place = tr_record_send(peer, tag, number, bytes);
  tr_unlock();
  return place;
}

uint64_t tr_send(MPI_Comm comm, int dest, int tag, uint64_t bytes) {
  if (dest == MPI_PROC_NULL || !tr_recording()) return 0;
  return tr_send_on(look_up(comm), dest, tag, bytes);
}

void tr_withdraw(uint64_t sent) {
  if (sent == 0 || !tr_recording()) return;
  tr_lock();
  tr_writer_withdraw(sent);
  tr_unlock();
}

unsigned tr_wildcards(int source, int tag) {
  return (source == MPI_ANY_SOURCE ? TRGEN_ANY_SOURCE : 0u) | (tag == MPI_ANY_TAG ? TRGEN_ANY_TAG : 0u);
}

struct tr_receive tr_post_on(struct tr_communicator* communicator, int source, int tag) {
  if (source == MPI_PROC_NULL || communicator == NULL || !tr_recording()) return from_nobody;
  tr_lock();
  const struct tr_receive receive = {communicator, tr_next_post(), tr_wildcards(source, tag)};
  tr_unlock();
  return receive;
}

struct tr_receive tr_post(MPI_Comm comm, int source, int tag) {
  if (source == MPI_PROC_NULL || !tr_recording()) return from_nobody;
  return tr_post_on(look_up(comm), source, tag);
}

/* A message that was longer than the buffer has arrived all the same. */
static bool arrived(int result) {
  if (result == MPI_SUCCESS) return true;
  int class = MPI_SUCCESS;
  return PMPI_Error_class(result, &class) == MPI_SUCCESS && class == MPI_ERR_TRUNCATE;
}

void tr_received(const struct tr_receive* receive, const MPI_Status* status, int result) {
  if (receive->communicator == NULL || !tr_recording() || !arrived(result) || status->MPI_SOURCE < 0) return;
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
  tr_lock();
  const struct trgen_rank_entry entry = {
      .flags = (uint8_t)receive->flags,
      .peer = tr_communicator_peer(receive->communicator, status->MPI_SOURCE),
      .tag = status->MPI_TAG,
      .communicator = tr_communicator_number(receive->communicator, 0, TR_RECEIVING),
      .bytes = bytes > 0 ? (uint64_t)bytes : 0,
      .extra = receive->post,
  };
  tr_record_receive(&entry);
  tr_unlock();
}

void tr_matched(MPI_Message message, struct tr_receive receive) {
  if (receive.communicator == NULL || message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL) return;
  struct matched* entry = malloc(sizeof *entry);
  if (entry == NULL) abort();
  entry->receive = receive;
  tr_lock();
  tr_communicator_hold(receive.communicator);
  tr_handles_put(&matches, &entry->handle, message);
  tr_unlock();
}

struct tr_receive tr_take_matched(MPI_Message message) {
  tr_lock();
  struct matched* entry = (struct matched*)tr_handles_take(&matches, message);
  tr_unlock();
  if (entry == NULL) return from_nobody;
  const struct tr_receive receive = entry->receive;
  free(entry);
  return receive;
}

void tr_matched_done(const struct tr_receive* receive) {
  tr_lock();
  tr_communicator_release(receive->communicator);
  tr_unlock();
}

void tr_made(MPI_Comm comm, int result) {
  if (result != MPI_SUCCESS || comm == MPI_COMM_NULL || tr_hooks_present() || !tr_recording()) return;
  tr_lock();
  tr_communicator_made(comm);
  tr_unlock();
}

void tr_freeing(MPI_Comm comm) {
  if (tr_hooks_present() || !tr_recording()) return;
  tr_lock();
  tr_communicator_gone(comm);
  tr_unlock();
}

void tr_not_captured(struct tr_name* name, uint64_t bytes) {
  if (!tr_recording()) return;
  tr_lock();
  tr_count(name, bytes);
  tr_unlock();
}

void tr_refuse(const char* function, const char* reason) {
  int rank = -1;
  int running = 0;
  PMPI_Initialized(&running);
  if (running) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fprintf(stderr, "libtrgen-trace: rank %d calls %s: %s; run the program without the tracing library\n", rank, function,
          reason);
  if (running) PMPI_Abort(MPI_COMM_WORLD, 2);
  exit(2);
}

// SPDX-License-Identifier: Apache-2.0
//
// What the patched MPICH calls: the messages that it sends by itself.
//
// Messages in a point-to-point context are the user's own (MPI_Isendrecv is built like a collective inside MPICH) and
// are recorded by the wrapper of the user's call, which knows more: here they are left out.
#include <stdbool.h>
#include <stdlib.h>

#include "mpich-patches/trace/communicators.h"
#include "mpich-patches/trace/mpich_hooks.h"
#include "mpich-patches/trace/recorder.h"

/* Contexts of communicators that the library cannot describe (yet). */
struct stranger {
  struct tr_handle handle;
  uint32_t number;
};
static struct tr_handles strangers;

static bool of_the_user(const MPIX_Trace_message* message) { return (message->context & 1) == 0; }

static uint32_t stranger_number(int context) {
  struct stranger* stranger = (struct stranger*)tr_handles_find(&strangers, context);
  if (stranger == NULL) {
    stranger = calloc(1, sizeof *stranger);
    if (stranger == NULL) abort();
    stranger->number = tr_communicator_stranger((uint32_t)context);
    tr_handles_put(&strangers, &stranger->handle, context);
  }
  return stranger->number;
}

static void record(enum trgen_entry_kind kind, int direction, const MPIX_Trace_message* message,
                   unsigned long long post) {
  if (!tr_recording() || of_the_user(message)) return;
  tr_lock();
  struct tr_communicator* communicator = tr_hidden_communicator(message->comm, message->context);
  const struct trgen_rank_entry entry = {
      .peer = (uint32_t)message->peer,
      .tag = message->tag,
      .communicator =
          communicator != NULL ? tr_communicator_number(communicator, 1, direction) : stranger_number(message->context),
      .bytes = message->bytes > 0 ? (uint64_t)message->bytes : 0,
      .extra = post,
  };
  tr_record_hidden(kind, &entry);
  tr_unlock();
}

#pragma GCC visibility push(default)

void MPIX_Trace_hidden_send(const MPIX_Trace_message* message) { record(TRGEN_MS, TR_SENDING, message, 0); }

unsigned long long MPIX_Trace_hidden_post(void) {
  if (!tr_recording()) return 0;
  tr_lock();
  const unsigned long long post = tr_next_post();
  tr_unlock();
  return post;
}

void MPIX_Trace_hidden_receive(const MPIX_Trace_message* message, unsigned long long post) {
  record(TRGEN_MR, TR_RECEIVING, message, post);
}

void MPIX_Trace_comm_freed(int comm, int context) {
  (void)context;
  if (!tr_recording()) return;
  tr_lock();
  tr_communicator_gone(comm);
  tr_unlock();
}

#pragma GCC visibility pop

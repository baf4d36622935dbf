// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpich-patches/trace/recorder.h"

enum { BLOCK = 256 };

static struct tr_handles table;
static struct tr_handle* unused; /* memory of requests that are gone */

static struct tr_request* make(enum tr_request_kind kind) {
  if (unused == NULL) {
    struct tr_request* block = malloc(BLOCK * sizeof *block);
    if (block == NULL) {
      fprintf(stderr, "libtrgen-trace: no memory for a request\n");
      abort();
    }
    for (int i = 0; i < BLOCK; ++i) {
      block[i].handle.next = unused;
      unused = &block[i].handle;
    }
  }
  struct tr_request* request = (struct tr_request*)unused;
  unused = unused->next;
  memset(request, 0, sizeof *request);
  request->kind = kind;
  return request;
}

static void hold(struct tr_request* request) {
  if (request->receive.communicator != NULL) tr_communicator_hold(request->receive.communicator);
}

static void forget_receive(struct tr_request* request) {
  if (request->receive.communicator != NULL) tr_communicator_release(request->receive.communicator);
  request->receive.communicator = NULL;
}

void tr_track(const MPI_Request* request, uint64_t sent, const struct tr_receive* receive, int result) {
  if (result != MPI_SUCCESS) tr_withdraw(sent);
  const bool receives = receive != NULL && receive->communicator != NULL;
  if (result != MPI_SUCCESS || *request == MPI_REQUEST_NULL || (sent == 0 && !receives) || !tr_recording()) return;
  tr_lock();
  struct tr_request* kept = make(TR_NONBLOCKING);
  kept->active = true;
  kept->sent = sent;
  if (receives) kept->receive = *receive;
  hold(kept);
  tr_handles_put(&table, &kept->handle, *request);
  tr_unlock();
}

static void track_persistent(enum tr_request_kind kind, const MPI_Request* request, MPI_Comm comm, int peer, int tag,
                             uint64_t bytes, int result) {
  if (result != MPI_SUCCESS || peer == MPI_PROC_NULL || !tr_recording()) return;
  tr_lock();
  struct tr_request* kept = make(kind);
  kept->home = tr_communicator(comm);
  if (kept->home != NULL) tr_communicator_hold(kept->home);
  kept->peer = peer;
  kept->tag = tag;
  kept->bytes = bytes;
  tr_handles_put(&table, &kept->handle, *request);
  tr_unlock();
}

void tr_track_send(const MPI_Request* request, MPI_Comm comm, int dest, int tag, uint64_t bytes, int result) {
  track_persistent(TR_PERSISTENT_SEND, request, comm, dest, tag, bytes, result);
}

void tr_track_receive(const MPI_Request* request, MPI_Comm comm, int source, int tag, int result) {
  track_persistent(TR_PERSISTENT_RECEIVE, request, comm, source, tag, 0, result);
}

void tr_track_collective(const MPI_Request* request, struct tr_name* name, struct tr_facts facts, int result) {
  if (result != MPI_SUCCESS || !tr_recording()) return;
  tr_lock();
  struct tr_request* kept = make(TR_PERSISTENT_COLLECTIVE);
  kept->name = name;
  kept->facts = facts;
  tr_handles_put(&table, &kept->handle, *request);
  tr_unlock();
}

void tr_presume(MPI_Request handle, int source, int tag, uint64_t bytes) {
  static struct tr_name unknown = TR_NAME("MPI_Isendrecv(wildcard)");
  if (tr_hooks_present()) return;
  struct tr_request* request = tr_take(handle);
  if (request == NULL) return;
  if (request->receive.communicator != NULL && request->receive.flags != 0) {
    tr_not_captured(&unknown, bytes);
    tr_lock();
    forget_receive(request);
    tr_unlock();
  }
  request->presumed = true;
  request->peer = source;
  request->tag = tag;
  request->bytes = bytes;
  tr_put_back(request);
}

struct tr_request* tr_take(MPI_Request request) {
  if (request == MPI_REQUEST_NULL) return NULL;
  tr_lock();
  struct tr_request* taken = (struct tr_request*)tr_handles_take(&table, request);
  tr_unlock();
  return taken;
}

void tr_put_back(struct tr_request* request) {
  if (request == NULL) return;
  tr_lock();
  tr_handles_put(&table, &request->handle, request->handle.key);
  tr_unlock();
}

/* The records of completion, once. */
static void settle(struct tr_request* request, const MPI_Status* status, int result) {
  MPI_Status presumed;
  int cancelled = 0;
  if (request->presumed) {
    presumed.MPI_SOURCE = request->peer;
    presumed.MPI_TAG = request->tag;
    PMPI_Status_set_elements_x(&presumed, MPI_BYTE, (MPI_Count)request->bytes);
    status = &presumed;
  }
  if (request->cancelling && result == MPI_SUCCESS) PMPI_Test_cancelled(status, &cancelled);
  if (cancelled) {
    tr_withdraw(request->sent);
  } else {
    tr_received(&request->receive, status, result);
  }
  tr_lock();
  request->sent = 0;
  forget_receive(request);
  request->cancelling = false;
  tr_unlock();
}

void tr_complete(struct tr_request* request, const MPI_Status* status, int result) {
  if (request == NULL) return;
  if (request->active) settle(request, status, result);
  request->active = false;
  if (request->kind != TR_NONBLOCKING) {
    tr_put_back(request);
    return;
  }
  tr_lock();
  tr_communicator_release(request->home);
  request->handle.next = unused;
  unused = &request->handle;
  tr_unlock();
}

void tr_seen_complete(struct tr_request* request, const MPI_Status* status) {
  if (request == NULL) return;
  if (request->active) settle(request, status, MPI_SUCCESS);
  tr_put_back(request);
}

void tr_cancelling(MPI_Request request) {
  tr_lock();
  struct tr_request* found = (struct tr_request*)tr_handles_find(&table, request);
  if (found != NULL) found->cancelling = true;
  tr_unlock();
}

// SPDX-License-Identifier: Apache-2.0
//
// Persistent requests that start, and requests that are freed before they are complete.
#include <stdio.h>
#include <stdlib.h>

#include "mpich-patches/trace/recorder.h"
#include "mpich-patches/trace/requests.h"

/* Receives that the program has given up its handle of. The program never learns when they complete, but the sends they
   match are in the trace: they are recorded once they are seen complete. */
struct freed {
  struct freed* next;
  MPI_Request request;
  struct tr_request* kept;
};
static struct freed* freed;

void tr_announce(int count, const MPI_Request* requests, uint64_t raw) {
  for (int i = 0; i < count; ++i) {
    struct tr_request* request = tr_take(requests[i]);
    if (request == NULL) continue;
    if (request->kind == TR_PERSISTENT_COLLECTIVE) {
      tr_enter_collective(request->name, raw, &request->facts);
      tr_leave(true);
    }
    tr_put_back(request);
  }
}

void tr_start(int count, const MPI_Request* requests) {
  for (int i = 0; i < count; ++i) {
    struct tr_request* request = tr_take(requests[i]);
    if (request == NULL) continue;
    if (request->kind == TR_PERSISTENT_SEND) {
      request->sent = tr_send_on(request->home, request->peer, request->tag, request->bytes);
    } else if (request->kind == TR_PERSISTENT_RECEIVE) {
      request->receive = tr_post_on(request->home, request->peer, request->tag);
      if (request->receive.communicator != NULL) tr_communicator_hold(request->receive.communicator);
    }
    request->active = true;
    tr_put_back(request);
  }
}

void tr_started(int count, const MPI_Request* requests, int result) {
  if (result == MPI_SUCCESS) return;
  for (int i = 0; i < count; ++i) {
    struct tr_request* request = tr_take(requests[i]);
    if (request == NULL) continue;
    tr_withdraw(request->sent);
    tr_lock();
    tr_communicator_release(request->receive.communicator);
    tr_unlock();
    request->receive.communicator = NULL;
    request->active = false;
    tr_put_back(request);
  }
}

int tr_request_free(MPI_Request* request) {
  tr_sweep_freed(false);
  struct tr_request* kept = tr_take(*request);
  struct freed* later = NULL;
  if (kept != NULL && kept->active && kept->receive.communicator != NULL) later = malloc(sizeof *later);
  if (later == NULL) {
    const int result = PMPI_Request_free(request);
    if (kept != NULL) {
      kept->active = false;
      kept->kind = TR_NONBLOCKING;
      tr_complete(kept, MPI_STATUS_IGNORE, result);
    }
    return result;
  }
  later->request = *request;
  later->kept = kept;
  tr_lock();
  later->next = freed;
  freed = later;
  tr_unlock();
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

void tr_sweep_freed(bool last) {
  tr_lock();
  struct freed* waiting = freed;
  freed = NULL;
  tr_unlock();
  while (waiting != NULL) {
    struct freed* const one = waiting;
    waiting = one->next;
    MPI_Status status;
    int done = 0;
    const int result = PMPI_Request_get_status(one->request, &done, &status);
    if (result == MPI_SUCCESS && !done && !last) {
      tr_lock();
      one->next = freed;
      freed = one;
      tr_unlock();
      continue;
    }
    PMPI_Request_free(&one->request);
    one->kept->active = done != 0;
    one->kept->kind = TR_NONBLOCKING;
    tr_complete(one->kept, &status, result);
    free(one);
  }
}

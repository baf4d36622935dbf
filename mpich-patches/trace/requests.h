// SPDX-License-Identifier: Apache-2.0
//
// Requests of point-to-point messages and of persistent collectives, from the call that makes them to the one that
// completes or frees them. Others (nonblocking collectives, one-sided, files) are not kept: their completion makes no
// record.
//
// Calls that complete requests take them out of the table before the MPI call, because afterwards another thread may
// already have a new request under the same handle, and put back what is not complete.
#ifndef TRGEN_TRACE_REQUESTS_H
#define TRGEN_TRACE_REQUESTS_H

#include "mpich-patches/trace/messages.h"

enum tr_request_kind { TR_NONBLOCKING, TR_PERSISTENT_SEND, TR_PERSISTENT_RECEIVE, TR_PERSISTENT_COLLECTIVE };

struct tr_request {
  struct tr_handle handle;
  enum tr_request_kind kind;
  bool active;
  bool cancelling;           /* MPI_Cancel was called */
  bool presumed;             /* the status will say nothing: what was asked for is taken for what came */
  uint64_t sent;             /* place of the record of the send, 0: none */
  struct tr_receive receive; /* communicator NULL: none */
  struct tr_communicator*
      home; /* persistent send and receive: what to start (peer, tag, bytes also: what is presumed) */
  int peer, tag;
  uint64_t bytes;
  struct tr_name* name; /* persistent collective: the nonblocking one that a start amounts to */
  struct tr_facts facts;
};

/* A call made a request. `sent` and `receive` as from tr_send and tr_post; the receive may be NULL. */
void tr_track(const MPI_Request* request, uint64_t sent, const struct tr_receive* receive, int result);
void tr_track_send(const MPI_Request* request, MPI_Comm comm, int dest, int tag, uint64_t bytes, int result);
void tr_track_receive(const MPI_Request* request, MPI_Comm comm, int source, int tag, int result);
void tr_track_collective(const MPI_Request* request, struct tr_name* name, struct tr_facts facts, int result);

/* MPICH gives the request of MPI_Isendrecv no status (the patched one does): what arrives is presumed to be what was
 * asked for. */
void tr_presume(MPI_Request request, int source, int tag, uint64_t bytes);

struct tr_request* tr_take(MPI_Request request);
/* Not complete: back to the table. */
void tr_put_back(struct tr_request* request);
/* Complete, with this status. A persistent request goes back to the table, another is forgotten. NULL is allowed. */
void tr_complete(struct tr_request* request, const MPI_Status* status, int result);
/* MPI_Request_get_status said that it is complete: the request goes back, and its completion makes no further record.
 */
void tr_seen_complete(struct tr_request* request, const MPI_Status* status);
/* MPI_Cancel. */
void tr_cancelling(MPI_Request request);

/* MPI_Start: for persistent collectives, states of the nonblocking ones (before the state of the start itself); the
   records of sends and the posts of receives; and what did not start after all. */
void tr_announce(int count, const MPI_Request* requests, uint64_t raw);
void tr_start(int count, const MPI_Request* requests);
void tr_started(int count, const MPI_Request* requests, int result);

/* MPI_Request_free: frees it, or keeps the receive that is on its way until it can be recorded. */
int tr_request_free(MPI_Request* request);
/* At the end: records the freed receives that are complete by now. */
void tr_sweep_freed(bool last);

#endif

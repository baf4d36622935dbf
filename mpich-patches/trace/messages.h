// SPDX-License-Identifier: Apache-2.0
//
// Point-to-point messages as the wrappers see them.
#ifndef TRGEN_TRACE_MESSAGES_H
#define TRGEN_TRACE_MESSAGES_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpich-patches/trace/communicators.h"
#include "mpich-patches/trace/entries.h"

/* Bytes of `count` elements; also of arrays of counts (and types), whose elements are int or MPI_Count. */
uint64_t tr_bytes(MPI_Count count, MPI_Datatype type);
uint64_t tr_sum_int(const int* counts, int size, MPI_Datatype type);
uint64_t tr_sum_large(const MPI_Count* counts, int size, MPI_Datatype type);
uint64_t tr_each_int(const int* counts, const MPI_Datatype* types, int size);
uint64_t tr_each_large(const MPI_Count* counts, const MPI_Datatype* types, int size);
#define tr_sum(counts, size, type) \
  _Generic((counts), const int* : tr_sum_int, const MPI_Count* : tr_sum_large)(counts, size, type)
#define tr_each(counts, types, size) \
  _Generic((counts), const int* : tr_each_int, const MPI_Count* : tr_each_large)(counts, types, size)

/* A send starts now: its record. Returns the place of the record, 0 for a send to nobody. */
uint64_t tr_send(MPI_Comm comm, int dest, int tag, uint64_t bytes);
/* The same on a communicator that the caller holds: its handle may not be valid any more. */
uint64_t tr_send_on(struct tr_communicator* communicator, int dest, int tag, uint64_t bytes);
/* The send failed or was cancelled: its record is taken back. */
void tr_withdraw(uint64_t sent);

/* A receive that is posted, or a message that a matched probe has found. */
struct tr_receive {
  struct tr_communicator* communicator; /* NULL: from nobody */
  uint64_t post;                        /* number in posting order */
  unsigned flags;                       /* wildcards */
};
struct tr_receive tr_post(MPI_Comm comm, int source, int tag);
struct tr_receive tr_post_on(struct tr_communicator* communicator, int source, int tag);
/* The receive is complete with this result of the call. */
void tr_received(const struct tr_receive* receive, const MPI_Status* status, int result);
/* Wildcards of a probe. */
unsigned tr_wildcards(int source, int tag);

/* A matched probe found a message; the receive that takes it gets what the probe knew. */
void tr_matched(MPI_Message message, struct tr_receive receive);
struct tr_receive tr_take_matched(MPI_Message message);
void tr_matched_done(const struct tr_receive* receive);

/* What a collective needs to know of its communicator. */
struct tr_view {
  uint32_t communicator; /* number of its collective context */
  uint32_t root;         /* world rank or TRGEN_NO_PEER */
  int rank, size, peers; /* peers: the other side of an intercommunicator, else everybody */
  bool is_root, is_leaf; /* has the root's part, has the others' part */
  int sources, targets;  /* neighbours; only by tr_look_around */
};
enum { TR_NO_ROOT = -1000 };
struct tr_view tr_look(MPI_Comm comm, int root);
struct tr_view tr_look_around(MPI_Comm comm);

/* A communicator was made, or goes away. */
void tr_made(MPI_Comm comm, int result);
void tr_freeing(MPI_Comm comm);
/* A call whose traffic is not captured, and one that cannot be traced: ends the program. */
void tr_not_captured(struct tr_name* name, uint64_t bytes);
_Noreturn void tr_refuse(const char* function, const char* reason);

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Communicators as the trace knows them: numbers, contexts, and the world ranks behind the ranks.
//
// With the hooks, a communicator is asked from the library when it is first met. Without them (a stock MPICH) it is met
// where it is made, and gets a context of our own, the same on all its members: a hash of the list of members and of
// how many communicators with this list this rank has made before. Members make such communicators in the same order,
// so no message is needed for it.
#ifndef TRGEN_TRACE_COMMUNICATORS_H
#define TRGEN_TRACE_COMMUNICATORS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpich-patches/trace/handles.h"

enum { TR_SENDING = 0, TR_RECEIVING = 1 };

struct tr_communicator {
  struct tr_handle handle;
  unsigned uses;               /* the table, and the receives that wait */
  int rank, size, remote_size; /* remote_size 0: intracommunicator */
  int contexts[2];             /* of sends and of receives, without the collective bit */
  uint32_t numbers[2][2];      /* [collective][direction], from 1; 0: not yet in the file */
  uint32_t* peers;             /* world ranks by the rank that a send or receive names */
  uint32_t* locals;            /* world ranks of the own group; the same array in an intracommunicator */
};

/* True when the library has the hooks of this interface. */
bool tr_hooks_present(void);
/* World and self, which nobody makes. */
void tr_communicators_start(void);
/* The communicator of a handle; NULL for one that is none. */
struct tr_communicator* tr_communicator(MPI_Comm handle);
/* The same for a hidden message that uses `context`. */
struct tr_communicator* tr_hidden_communicator(MPI_Comm handle, int context);
void tr_communicator_hold(struct tr_communicator* communicator);
void tr_communicator_release(struct tr_communicator* communicator);
/* A communicator was made under this handle (only needed without the hooks). */
void tr_communicator_made(MPI_Comm handle);
/* The handle is not valid any more. */
void tr_communicator_gone(MPI_Comm handle);
/* Number in the file; writes its entry where it is new. */
uint32_t tr_communicator_number(struct tr_communicator* communicator, int collective, int direction);
/* Number of a context of which nothing else is known; the entry has no members. */
uint32_t tr_communicator_stranger(uint32_t context);
/* World rank of the other side; TRGEN_NO_PEER for a rank that there is not. */
uint32_t tr_communicator_peer(const struct tr_communicator* communicator, int rank);

#endif

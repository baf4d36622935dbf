/* SPDX-License-Identifier: Apache-2.0
 *
 * The interface between the patched MPICH and the tracing library. Plain C, nothing of MPICH's inside; the patch series
 * puts the same declarations into MPICH's src/include/mpir_trace.h.
 *
 * "Hidden" is what the library issues itself: collectives of every kind, the construction of communicators,
 * MPI_Finalize; never the point-to-point calls of the user. All ranks are ranks in MPI_COMM_WORLD. Contexts are MPICH's
 * context ids with the collective bit in: even = point-to-point of the user, odd = collective.
 */
#ifndef MPICH_HOOKS_H
#define MPICH_HOOKS_H

#define MPIX_TRACE_INTERFACE 1

typedef struct MPIX_Trace_message {
  int comm;    /* handle (MPI_Comm) of the communicator object, internal ones included */
  int context; /* context id on which the receiver matches */
  int peer;    /* world rank of the other side */
  int tag;     /* error bits masked off */
  long long bytes;
} MPIX_Trace_message;

/* Defined by the tracing library; weak references inside the patched library, called when not NULL. */

/* Just before the device's send. */
void MPIX_Trace_hidden_send(const MPIX_Trace_message* message);
/* A receive is posted: returns its number in posting order (one counter for receives of the user and hidden ones). */
unsigned long long MPIX_Trace_hidden_post(void);
/* That receive is complete; `post` as returned above (0: unknown). */
void MPIX_Trace_hidden_receive(const MPIX_Trace_message* message, unsigned long long post);
/* A communicator object goes away: its handle and its context may be used again. */
void MPIX_Trace_comm_freed(int comm, int context);

/* Exported by the patched library; weak references inside the tracing library: NULL means a stock MPICH. */

typedef struct MPIX_Trace_comm_info {
  int send_context, receive_context; /* without the collective bit */
  int rank, size;
  int remote_size; /* 0: intracommunicator */
} MPIX_Trace_comm_info;

/* MPIX_TRACE_INTERFACE of the library. */
int MPIX_Trace_interface(void);
/* Both return 0 on success. Members: world ranks of the local (remote = 0) or the remote group, in rank order. */
int MPIX_Trace_comm(int comm, MPIX_Trace_comm_info* info);
int MPIX_Trace_members(int comm, int remote, int* world_ranks);

#endif

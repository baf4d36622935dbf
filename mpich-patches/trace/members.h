// SPDX-License-Identifier: Apache-2.0
//
// What a communicator consists of, asked from the library: by the hooks where it has them, else by the calls of the
// standard.
#ifndef TRGEN_TRACE_MEMBERS_H
#define TRGEN_TRACE_MEMBERS_H

#include "mpich-patches/trace/communicators.h"

/* Fills rank, sizes, contexts, peers and locals. False: no such communicator. */
bool tr_members_ask(MPI_Comm handle, struct tr_communicator* communicator);
/* Contexts of our own, for a library that does not tell its own. */
void tr_members_name_context(MPI_Comm handle, struct tr_communicator* communicator);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* The network of an experiment as a part of another simulator, for C and for languages that call C: the class
 * fsin::Network of <fsin/fsin.hpp>, which says more. Installed as <fsin/fsin.h>, compiled as C99; link as the C++
 * library is linked, and with -lstdc++ where a C compiler links.
 *
 *   char why[4096];
 *   const char* keys[] = {"network.model=loggps", NULL};
 *   fsin_network* network = fsin_network_open("machine.yaml", keys, 0, why, sizeof why);
 *   fsin_network_send(network, 0, 1, 65536, fsin_network_now(network), 7);
 *   fsin_network_advance(network, FSIN_NO_END);
 *   fsin_delivery came;
 *   while (fsin_network_next_delivery(network, &came) == 1) printf("%llu\n", (unsigned long long)came.cycle);
 *   fsin_network_close(network);
 *
 * Times are cycles. A network belongs to one thread at a time. Functions with a status return 0, or -1 where
 * fsin_network_error() says why. */
#ifndef FSIN_FSIN_H
#define FSIN_FSIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fsin_network fsin_network;

typedef struct {
  uint64_t token; /* as it was given to fsin_network_send() */
  uint64_t cycle; /* the first in which the receiver can act on the message */
} fsin_delivery;

/* For fsin_network_advance(): no end but the next delivery. */
#define FSIN_NO_END UINT64_MAX

/* Builds the network of an experiment file, or of keys alone where `file` is NULL. `keys` are texts "key=value" as on
 * the command line, the last of them NULL; or NULL itself. With `allow_deadlock`, a network that is shown to be unsafe
 * is taken. NULL where the network cannot be simulated: `error` has the reasons then, a line each, cut to `size` bytes
 * with the zero at the end; warnings are written there too where there is a network, and it is empty without any. */
fsin_network* fsin_network_open(const char* file, const char* const* keys, int allow_deadlock, char* error,
                                size_t size);
/* Frees it; nothing happens for NULL. */
void fsin_network_close(fsin_network* network);

uint32_t fsin_network_nodes(const fsin_network* network);
double fsin_network_seconds_per_cycle(const fsin_network* network);
/* The cycle up to which all has been simulated. */
uint64_t fsin_network_now(const fsin_network* network);
/* Messages that were sent and have not come. */
uint64_t fsin_network_under_way(const fsin_network* network);

/* Hands over a message that may leave in cycle `at`, now or later. -1 for nodes that do not exist or are the same, and
 * a cycle that is over; nothing is sent then. */
int fsin_network_send(fsin_network* network, uint32_t source, uint32_t destination, uint64_t bytes, uint64_t at,
                      uint64_t token);
/* Simulates up to cycle `until`, or up to the first cycle before it in which messages come. -1 where the network can go
 * on no more. */
int fsin_network_advance(fsin_network* network, uint64_t until);
/* The next message that has come: 1, or 0 where there is none, and `delivery` is left as it is. */
int fsin_network_next_delivery(fsin_network* network, fsin_delivery* delivery);

/* The state as bytes, whose number is written to `size`: what is in the network and what has come and was not taken.
 * They are valid until the next call of this function for this network. NULL for a network that can go on no more. */
const void* fsin_network_save(fsin_network* network, size_t* size);
/* Goes on from a state of this network, or of another one of the same experiment and build, in any process. -1 for
 * bytes that are not whole or are of something else: the network is left as it is. Bytes that somebody has forged are
 * not recognised. */
int fsin_network_restore(fsin_network* network, const void* state, size_t size);
/* Another network that goes on from here, to be closed as well. NULL for a network that can go on no more. */
fsin_network* fsin_network_branch(fsin_network* network);

/* Why the last call with a status, or one that gave NULL, failed; empty where none has. Valid until the next call for
 * this network. */
const char* fsin_network_error(const fsin_network* network);

#ifdef __cplusplus
}
#endif

#endif

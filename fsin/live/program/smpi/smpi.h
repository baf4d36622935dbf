/* SPDX-License-Identifier: Apache-2.0 */
/* Names of SMPI for programs that were prepared for it, so that they run under `fsin live` without a change: build them
 * with the folder above this one among those of headers (-I), by mpicc.
 *
 *   SMPI_SAMPLE_LOCAL(10) { ... }, SMPI_SAMPLE_GLOBAL(10) { ... }     of the paper of 2011: FSIN_SAMPLE_LOCAL and _GLOBAL
 *   SMPI_SAMPLE_LOCAL(i = 0, i < n, i++, 10, 0.05) { ... }            of SimGrid 3.2x: a loop whose body is computed at
 *                                     least 10 times, until the standard error of the mean is below 5 % of it
 *   SMPI_SAMPLE_DELAY(x) { ... }, smpi_execute(x)                     x seconds, as in SimGrid 3.2x; define
 *                                     SMPI_DELAY_IN_FLOPS for the flops of the paper
 *   SMPI_SAMPLE_FLOPS(x) { ... }, smpi_execute_flops(x)               x flops (workload.cpu.speed)
 *   SMPI_SHARED_MALLOC, SMPI_SHARED_FREE, SMPI_FREE                   FSIN_SHARED_MALLOC and _FREE
 *
 * Global variables need no privatisation: each rank is a process. Left out are SMPI_SHARED_CALL, memory of which parts
 * are shared, and power states.
 */
#ifndef FSIN_SMPI_SMPI_H
#define FSIN_SMPI_SMPI_H

#include <fsin_live.h>
#include <mpi.h>
#include <unistd.h>

#define FSIN_SMPI_LOOP_(global, begin, end, next, count, error) \
  for (begin; (end); (next)) FSIN_LIVE_SAMPLE_(global, count, error, 0)
#define FSIN_SMPI_BLOCK_(global, count) FSIN_LIVE_SAMPLE_(global, count, 0.0, 0)
#define FSIN_SMPI_CHOOSE_(a1, a2, a3, a4, a5, chosen, ...) chosen
#define FSIN_SMPI_LOCAL_1_(count) FSIN_SMPI_BLOCK_(0, count)
#define FSIN_SMPI_LOCAL_5_(begin, end, next, count, error) FSIN_SMPI_LOOP_(0, begin, end, next, count, error)
#define FSIN_SMPI_GLOBAL_1_(count) FSIN_SMPI_BLOCK_(1, count)
#define FSIN_SMPI_GLOBAL_5_(begin, end, next, count, error) FSIN_SMPI_LOOP_(1, begin, end, next, count, error)

#define SMPI_SAMPLE_LOCAL(...)                                                                                     \
  FSIN_SMPI_CHOOSE_(__VA_ARGS__, FSIN_SMPI_LOCAL_5_, takes_1_or_5, takes_1_or_5, takes_1_or_5, FSIN_SMPI_LOCAL_1_, \
                    0)                                                                                             \
  (__VA_ARGS__)
#define SMPI_SAMPLE_GLOBAL(...)                                                                                      \
  FSIN_SMPI_CHOOSE_(__VA_ARGS__, FSIN_SMPI_GLOBAL_5_, takes_1_or_5, takes_1_or_5, takes_1_or_5, FSIN_SMPI_GLOBAL_1_, \
                    0)                                                                                               \
  (__VA_ARGS__)
#define SMPI_SAMPLE_FLOPS(flops) FSIN_SAMPLE_DELAY(flops)
#ifdef SMPI_DELAY_IN_FLOPS
#define SMPI_SAMPLE_DELAY(flops) FSIN_SAMPLE_DELAY(flops)
#else
#define SMPI_SAMPLE_DELAY(seconds) for (smpi_execute(seconds); 0;)
#endif
#define SMPI_SHARED_MALLOC(bytes) FSIN_SHARED_MALLOC(bytes)
#define SMPI_SHARED_FREE(data) FSIN_SHARED_FREE(data)
#define SMPI_FREE(data) FSIN_SHARED_FREE(data)

static inline void smpi_execute_flops(double flops) { fsin_live_delay("smpi_execute_flops", 0, flops); }
/* usleep() is simulated between MPI_Init and MPI_Finalize. */
static inline void smpi_execute(double seconds) {
  double left = seconds * 1e6;
  for (; left > 1e9; left -= 1e9) usleep(1000000000U);
  if (left > 0) usleep((useconds_t)(left + 0.5));
}

#endif

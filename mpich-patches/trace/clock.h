// SPDX-License-Identifier: Apache-2.0
//
// The clock of the trace, chosen by TRGEN_TRACE_CLOCK: CPU time of the process (default), wall time, or user-space
// instructions.
#ifndef TRGEN_TRACE_CLOCK_H
#define TRGEN_TRACE_CLOCK_H

#include <stdint.h>

/* Reads TRGEN_TRACE_CLOCK and opens the clock; says why and ends the process with status 2 where that cannot be. */
void tr_clock_open(void);
/* One reading, in ns or instructions, from an arbitrary start. */
uint64_t tr_clock(void);
/* Which clock (enum trgen_clock), and its name. */
uint32_t tr_clock_kind(void);
const char* tr_clock_name(void);
/* Cost of one reading: the median of many pairs of readings that follow each other. */
uint64_t tr_clock_measure_cost(void);
/* The middle value of `count` values; reorders them. */
uint64_t tr_median(uint64_t* values, unsigned count);

#endif

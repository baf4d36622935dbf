// SPDX-License-Identifier: Apache-2.0
//
// CPU time of the process, mostly without a system call.
#ifndef TRGEN_TRACE_CPU_CLOCK_H
#define TRGEN_TRACE_CPU_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Looks whether the short way works here. */
void tr_cpu_clock_open(void);
bool tr_cpu_clock_is_short(void);
/* ns of CPU time of the process. */
uint64_t tr_cpu_clock(void);

#endif

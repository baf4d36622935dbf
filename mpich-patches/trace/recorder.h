// SPDX-License-Identifier: Apache-2.0
//
// The sequence of records of one rank: states, the messages inside them, and the time that passes. What is recorded is
// one sequence also when several threads call MPI: a state is open while any thread is in a call, and has the name of
// the first.
//
// Times: a state costs the program two readings of the clock and the library's own work. Both are measured at MPI_Init
// with empty states, and taken off every burst (between states) and every state; a negative rest counts as zero.
#ifndef TRGEN_TRACE_RECORDER_H
#define TRGEN_TRACE_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpich-patches/trace/clock.h"
#include "mpich-patches/trace/entries.h"
#include "mpich-patches/trace/rank_file.h"

/* Starts (time 0 is `raw`) and ends the recording. Outside, every function here does nothing. */
void tr_recorder_start(uint64_t raw);
void tr_recorder_stop(void);
bool tr_recording(void);
/* Several threads will call: from here on a lock is taken. */
void tr_recorder_share(void);
void tr_lock(void);
void tr_unlock(void);
/* Measures the clock and the recorder, inside an open state, and takes nothing of it as time. Returns the cost of a
 * reading. */
uint64_t tr_recorder_calibrate(void);

/* A call starts: `raw` was read first thing. */
void tr_enter(struct tr_name* name, uint64_t raw);
void tr_enter_collective(struct tr_name* name, uint64_t raw, const struct tr_facts* facts);
/* A call that asks (tests, probes): its record waits for the answer. `flags`: wildcards of a probe. */
void tr_enter_test(struct tr_name* name, uint64_t raw, unsigned flags);
/* The call ends. `found` is false after a question whose answer was no: a run of those becomes one state. */
void tr_leave(bool found);

/* Records inside the open state, with the lock taken; `time` and `kind` of the messages are filled in here. A send
   returns the place of its entry in the file (0: not recorded). */
uint64_t tr_record_send(uint32_t peer, int tag, uint32_t communicator, uint64_t bytes);
void tr_record_receive(const struct trgen_rank_entry* message);
/* A message of the library itself, now; outside any state it gets a state MPI_Other. */
void tr_record_hidden(enum trgen_entry_kind kind, const struct trgen_rank_entry* message);
/* Number of the receive that is posted now. */
uint64_t tr_next_post(void);
/* Time of the last record. */
uint64_t tr_time(void);

#endif

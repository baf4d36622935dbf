// SPDX-License-Identifier: Apache-2.0
//
// What a reader of the trace may want to know of the run: program, library, settings, clock.
#ifndef TRGEN_TRACE_NOTES_H
#define TRGEN_TRACE_NOTES_H

/* `thread_level` as MPI_Init_thread provided it. */
void tr_notes(int thread_level);

#endif

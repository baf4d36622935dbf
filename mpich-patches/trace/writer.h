// SPDX-License-Identifier: Apache-2.0
//
// Room for the entries of one rank: a window of the rank's file, mapped, that moves forward. Before the file is open
// (its name needs the rank, which is known after MPI_Init) the room is plain memory that is copied into the file later.
#ifndef TRGEN_TRACE_WRITER_H
#define TRGEN_TRACE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpich-patches/trace/rank_file.h"

struct tr_window {
  char* start;     /* mapped memory */
  size_t size;     /* of it */
  size_t used;     /* bytes of it */
  uint64_t offset; /* of the window in the file */
  bool stopped;    /* no room any more: nothing is recorded */
};
extern struct tr_window tr_window;

/* First room, in memory. False (and a line on stderr) where there is none. */
bool tr_writer_start(void);
/* Makes the file of `rank` in `directory` (made where it is missing) and moves there. Where there is no room, recording
 * stops, with one line on stderr; the program goes on. False, and a line on stderr, on any other failure. */
bool tr_writer_open(const char* directory, uint32_t rank);
/* The header of the file: valid from tr_writer_start to tr_writer_close. */
struct trgen_rank_header* tr_writer_header(void);
/* Moves the window so that `bytes` fit. On failure recording stops, with one line on stderr. */
void tr_writer_grow(size_t bytes);
/* Turns the entry at this place of the file into an empty note. */
void tr_writer_withdraw(uint64_t position);
/* `records` had no room: counted in the header, which is in the file where there is room for it. */
void tr_writer_count_lost(uint64_t records);
/* Cuts the file to what is used. */
void tr_writer_close(void);

static inline bool tr_writer_fits(size_t bytes) { return bytes <= tr_window.size - tr_window.used; }

#endif

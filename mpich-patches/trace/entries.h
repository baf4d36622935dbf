// SPDX-License-Identifier: Apache-2.0
//
// The entries of the file of a rank, one function a kind. The kind of an entry is stored last: a process killed in the
// middle leaves an entry of kind 0, which ends the data.
#ifndef TRGEN_TRACE_ENTRIES_H
#define TRGEN_TRACE_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#include "mpich-patches/trace/rank_file.h"

/* The name of a state, with what was not captured under it. One static object for each wrapped function. */
struct tr_name {
  const char* text;
  uint32_t number; /* in the file, from 1; 0: not yet there */
  uint64_t calls, bytes;
  struct tr_name* next; /* in the list of names with calls */
};
#define TR_NAME(string) \
  { (string), 0, 0, 0, NULL }

/* The facts of a collective, for its SS record. */
struct tr_facts {
  uint32_t root; /* world rank or TRGEN_NO_PEER */
  uint32_t communicator;
  uint64_t contributes, receives;
};

/* Moves the window of the file so that `bytes` fit. */
void tr_entries_room(size_t bytes);
/* How many records (SS, SE, MS, MR) there have been with room and without, since the start. */
uint64_t tr_entries_records(void);
/* What moving the window has cost by the clock since the last call. */
uint64_t tr_entries_take_spent(void);

/* SS or SE; before the first of a name, its NAME. `facts` may be NULL. */
void tr_put_state(enum trgen_entry_kind kind, struct tr_name* name, uint64_t time, unsigned flags,
                  const struct tr_facts* facts);
/* MS or MR. Returns the place of the entry in the file, 0 when it is not recorded. */
uint64_t tr_put_message(enum trgen_entry_kind kind, const struct trgen_rank_entry* message);
/* An MR whose time is set by the next tr_stamp_receives, if only such entries lie between. */
void tr_put_receive(const struct trgen_rank_entry* message);
void tr_stamp_receives(uint64_t time);
void tr_put_communicator(uint64_t time, uint32_t number, int collective, uint32_t context, uint32_t count,
                         const uint32_t* members);
void tr_put_note(uint64_t time, const char* text);

/* A call whose traffic is not captured, and the totals of these as entries. */
void tr_count(struct tr_name* name, uint64_t bytes);
void tr_put_not_captured(uint64_t time);

#endif

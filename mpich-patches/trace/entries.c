// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/entries.h"

#include <string.h>

#include "mpich-patches/trace/clock.h"
#include "mpich-patches/trace/writer.h"

enum { ENTRY = sizeof(struct trgen_rank_entry) };

static struct {
  uint32_t names;                     /* numbers given out */
  uint64_t records;                   /* SS, SE, MS and MR, with room or without */
  uint64_t spent;                     /* by moving the window */
  struct trgen_rank_entry* unstamped; /* first of a row of receives without their final time */
  size_t unstamped_count;
  struct tr_name* counted;
} state;

void tr_entries_room(size_t bytes) {
  if (tr_writer_fits(bytes) || tr_window.stopped) return;
  const uint64_t before = tr_clock();
  state.unstamped_count = 0;
  tr_writer_grow(bytes);
  state.spent += tr_clock() - before;
}

uint64_t tr_entries_records(void) { return state.records; }

uint64_t tr_entries_take_spent(void) {
  const uint64_t spent = state.spent;
  state.spent = 0;
  return spent;
}

/* The new entry, or NULL when there is no room. The room was zero before. */
static struct trgen_rank_entry* put(uint8_t kind, const struct trgen_rank_entry* entry, const void* payload,
                                    size_t length) {
  const size_t size = ENTRY + (length + 7) / 8 * 8;
  const bool is_record = kind <= TRGEN_MR;
  state.records += is_record;
  tr_entries_room(size);
  if (tr_window.stopped) {
    if (is_record) tr_writer_count_lost(1);
    return NULL;
  }
  char* place = tr_window.start + tr_window.used;
  struct trgen_rank_entry* room = (struct trgen_rank_entry*)(void*)place;
  if (length > 0) memcpy(place + ENTRY, payload, length);
  struct trgen_rank_entry copy = *entry;
  copy.kind = TRGEN_END;
  *room = copy;
  __atomic_store_n(&room->kind, kind, __ATOMIC_RELEASE);
  tr_window.used += size;
  return room;
}

static void put_name(struct tr_name* name) {
  if (name->number != 0) return;
  name->number = ++state.names;
  const size_t length = strlen(name->text);
  const struct trgen_rank_entry entry = {.state = (uint16_t)(name->number - 1), .peer = TRGEN_NO_PEER, .bytes = length};
  put(TRGEN_NAME, &entry, name->text, length);
}

void tr_put_state(enum trgen_entry_kind kind, struct tr_name* name, uint64_t time, unsigned flags,
                  const struct tr_facts* facts) {
  put_name(name);
  state.unstamped_count = 0;
  struct trgen_rank_entry entry = {
      .time = time, .flags = (uint8_t)flags, .state = (uint16_t)(name->number - 1), .peer = TRGEN_NO_PEER};
  if (facts != NULL) {
    entry.flags |= TRGEN_COLLECTIVE;
    entry.peer = facts->root;
    entry.communicator = facts->communicator;
    entry.bytes = facts->contributes;
    entry.extra = facts->receives;
  }
  put((uint8_t)kind, &entry, NULL, 0);
}

static uint64_t place_of(const struct trgen_rank_entry* entry) {
  return entry == NULL ? 0 : tr_window.offset + (uint64_t)((const char*)entry - tr_window.start);
}

uint64_t tr_put_message(enum trgen_entry_kind kind, const struct trgen_rank_entry* message) {
  state.unstamped_count = 0;
  return place_of(put((uint8_t)kind, message, NULL, 0));
}

void tr_put_receive(const struct trgen_rank_entry* message) {
  struct trgen_rank_entry* entry = put(TRGEN_MR, message, NULL, 0);
  if (entry == NULL) return;
  if (state.unstamped_count++ == 0) state.unstamped = entry;
}

void tr_stamp_receives(uint64_t time) {
  for (size_t i = 0; i < state.unstamped_count; ++i) state.unstamped[i].time = time;
  state.unstamped_count = 0;
}

void tr_put_communicator(uint64_t time, uint32_t number, int collective, uint32_t context, uint32_t count,
                         const uint32_t* members) {
  state.unstamped_count = 0;
  const struct trgen_rank_entry entry = {
      .time = time, .peer = context, .tag = collective, .communicator = number, .bytes = count};
  put(TRGEN_COMMUNICATOR, &entry, members, count * sizeof *members);
}

void tr_put_note(uint64_t time, const char* text) {
  state.unstamped_count = 0;
  const size_t length = strlen(text);
  const struct trgen_rank_entry entry = {.time = time, .peer = TRGEN_NO_PEER, .bytes = length};
  put(TRGEN_NOTE, &entry, text, length);
}

void tr_count(struct tr_name* name, uint64_t bytes) {
  if (name->calls++ == 0) {
    name->next = state.counted;
    state.counted = name;
  }
  name->bytes += bytes;
}

void tr_put_not_captured(uint64_t time) {
  for (struct tr_name* name = state.counted; name != NULL; name = name->next) {
    put_name(name);
    const struct trgen_rank_entry entry = {.time = time,
                                           .state = (uint16_t)(name->number - 1),
                                           .peer = TRGEN_NO_PEER,
                                           .bytes = name->calls,
                                           .extra = name->bytes};
    put(TRGEN_NOT_CAPTURED, &entry, NULL, 0);
  }
}

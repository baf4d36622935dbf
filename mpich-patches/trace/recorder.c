// SPDX-License-Identifier: Apache-2.0
//
// States and times. Receives are recorded when the call that completes them is about to end, so they share the reading
// of the clock that ends the state: until then they are `unstamped`.
#include "mpich-patches/trace/recorder.h"

#include <pthread.h>
#include <string.h>

#include "mpich-patches/trace/entries.h"
#include "mpich-patches/trace/writer.h"

/* At the end of a state there is room for that end and the start of the next, so that bursts hold no growth of the
 * file. */
enum { ROUNDS = 1001, ENTRY = sizeof(struct trgen_rank_entry), STATE = 4 * ENTRY };

static struct {
  bool on, shared;
  unsigned depth;      /* calls that are open */
  uint64_t raw, time;  /* of the last event: as read, and as recorded */
  uint64_t clock_cost; /* of one reading */
  uint64_t burst_cost; /* what an empty burst takes by the clock */
  uint64_t state_cost; /* what an empty state takes by the clock */
  struct tr_name* open;
  bool deferred; /* the SS of the open state is not yet written */
  unsigned flags;
  uint64_t start; /* of the open state */
  bool folding;   /* a run of unanswered questions waits to be written */
  uint64_t fold_start, fold_end;
  uint64_t posts;
} now;

static struct tr_name folded = TR_NAME("MPI_Test");
static struct tr_name other = TR_NAME("MPI_Other");
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void tr_lock(void) {
  if (now.shared) pthread_mutex_lock(&mutex);
}

void tr_unlock(void) {
  if (now.shared) pthread_mutex_unlock(&mutex);
}

bool tr_recording(void) { return now.on; }
void tr_recorder_share(void) { now.shared = true; }

void tr_recorder_start(uint64_t raw) {
  now.raw = raw;
  now.on = true;
}

void tr_recorder_stop(void) { now.on = false; }

/* Time passes up to a reading of the clock, less what is known to be the library's. */
static void advance(uint64_t raw, uint64_t cost) {
  now.raw += tr_entries_take_spent();
  if (raw <= now.raw) return;
  const uint64_t passed = raw - now.raw;
  if (passed > cost) now.time += passed - cost;
  now.raw = raw;
}

static void write_fold(void) {
  if (!now.folding) return;
  now.folding = false;
  tr_put_state(TRGEN_SS, &folded, now.fold_start, 0, NULL);
  tr_put_state(TRGEN_SE, &folded, now.fold_end, 0, NULL);
}

static void write_deferred(void) {
  if (!now.deferred) return;
  now.deferred = false;
  write_fold();
  tr_put_state(TRGEN_SS, now.open, now.start, now.flags, NULL);
}

/* True for the outermost call, whose state it opens. */
static bool open_state(struct tr_name* name, uint64_t raw) {
  if (now.depth++ > 0) return false;
  advance(raw, now.burst_cost);
  now.open = name;
  now.start = now.time;
  return true;
}

void tr_enter(struct tr_name* name, uint64_t raw) { tr_enter_collective(name, raw, NULL); }

void tr_enter_collective(struct tr_name* name, uint64_t raw, const struct tr_facts* facts) {
  if (!now.on) return;
  tr_lock();
  if (open_state(name, raw)) {
    write_fold();
    tr_put_state(TRGEN_SS, name, now.start, 0, facts);
  }
  tr_unlock();
}

void tr_enter_test(struct tr_name* name, uint64_t raw, unsigned flags) {
  if (!now.on) return;
  tr_lock();
  if (open_state(name, raw)) {
    now.deferred = true;
    now.flags = flags;
  }
  tr_unlock();
}

/* What the program computed between two questions of the run goes before the run, so that no computing is lost. */
static void extend_fold(void) {
  now.deferred = false;
  if (!now.folding) {
    now.folding = true;
    now.fold_start = now.start;
  } else {
    now.fold_start += now.start - now.fold_end;
  }
  now.fold_end = now.time;
}

void tr_leave(bool found) {
  if (!now.on) return;
  tr_lock();
  if (found) write_deferred();
  tr_entries_room(STATE);
  tr_unlock();
  const uint64_t raw = tr_clock();
  tr_lock();
  if (now.depth > 0 && --now.depth == 0) {
    advance(raw, now.state_cost);
    tr_stamp_receives(now.time);
    if (now.deferred) {
      extend_fold();
    } else {
      tr_put_state(TRGEN_SE, now.open, now.time, 0, NULL);
    }
  }
  tr_unlock();
}

uint64_t tr_record_send(uint32_t peer, int tag, uint32_t communicator, uint64_t bytes) {
  if (!now.on) return 0;
  write_deferred();
  const struct trgen_rank_entry message = {
      .time = now.time, .peer = peer, .tag = tag, .communicator = communicator, .bytes = bytes};
  return tr_put_message(TRGEN_MS, &message);
}

void tr_record_receive(const struct trgen_rank_entry* message) {
  if (!now.on) return;
  write_deferred();
  struct trgen_rank_entry entry = *message;
  entry.time = now.time;
  tr_put_receive(&entry);
}

uint64_t tr_next_post(void) { return ++now.posts; }

void tr_record_hidden(enum trgen_entry_kind kind, const struct trgen_rank_entry* message) {
  if (!now.on) return;
  const bool outside = now.depth == 0;
  const uint64_t raw = tr_clock();
  if (outside) {
    advance(raw, now.burst_cost);
    write_fold();
    tr_put_state(TRGEN_SS, &other, now.time, 0, NULL);
  } else {
    write_deferred();
    advance(raw, now.clock_cost);
  }
  struct trgen_rank_entry entry = *message;
  entry.time = now.time;
  tr_put_message(kind, &entry);
  if (outside) tr_put_state(TRGEN_SE, &other, now.time, 0, NULL);
}

uint64_t tr_time(void) { return now.time; }

static __attribute__((noinline)) void empty_state(struct tr_name* name) {
  tr_enter(name, tr_clock());
  tr_leave(true);
}

/* Empty states are recorded into memory of their own; their times give the two costs. The first round warms the caches.
 */
uint64_t tr_recorder_calibrate(void) {
  static char memory[ENTRY * 2 * (ROUNDS + 5)];
  static uint64_t bursts[ROUNDS];
  static uint64_t states[ROUNDS];
  const uint64_t clock_cost = tr_clock_measure_cost();
  const struct tr_window window = tr_window;
  const uint64_t time = now.time;
  struct tr_name* const open = now.open;
  for (unsigned round = 0; round < 2; ++round) {
    memset(memory, 0, sizeof memory);
    tr_window = (struct tr_window){memory, sizeof memory, 0, 0, false};
    now.depth = 0;
    for (unsigned i = 0; i <= ROUNDS; ++i) empty_state(open);
    const struct trgen_rank_entry* entry = (const void*)memory;
    for (unsigned i = 0; i < ROUNDS; ++i, entry += 2) {
      states[i] = entry[1].time - entry[0].time;
      bursts[i] = entry[2].time - entry[1].time;
    }
  }
  tr_window = window;
  now.time = time;
  now.open = open;
  now.depth = 1;
  now.burst_cost = tr_median(bursts, ROUNDS);
  now.state_cost = tr_median(states, ROUNDS);
  now.clock_cost = clock_cost;
  now.raw = tr_clock();
  return clock_cost;
}

// SPDX-License-Identifier: Apache-2.0
//
// CPU time is the default because many ranks usually share few cores while a trace is taken: it only advances while
// this process runs. Instructions come from the kernel's perf events, counted in user space over all threads of the
// process.
#include "mpich-patches/trace/clock.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "mpich-patches/trace/cpu_clock.h"
#include "mpich-patches/trace/rank_file.h"

enum { PAIRS = 1001 };

static struct {
  uint32_t kind;
  int counter; /* perf event */
} chosen = {TRGEN_CLOCK_CPU, -1};

/* Every rank meets the same mistake; one of them is enough to tell it. */
static int speaks(void) {
  const char* rank = getenv("PMI_RANK");
  return rank == NULL || strcmp(rank, "0") == 0;
}

static void open_counter(void) {
  struct perf_event_attr event;
  memset(&event, 0, sizeof event);
  event.type = PERF_TYPE_HARDWARE;
  event.size = sizeof event;
  event.config = PERF_COUNT_HW_INSTRUCTIONS;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.inherit = 1;
  chosen.counter = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (chosen.counter >= 0) return;
  const int error = errno;
  const bool forbidden = error == EACCES || error == EPERM;
  if (speaks()) {
    fprintf(stderr, "libtrgen-trace: the clock 'instructions' needs hardware counters, %s (%s); %suse the clock 'cpu'\n",
            forbidden ? "which may not be used here" : "which this machine does not have, like most virtual machines",
            strerror(error), forbidden ? "set /proc/sys/kernel/perf_event_paranoid to 2 or less, or " : "");
  }
  exit(2);
}

void tr_clock_open(void) {
  const char* name = getenv("TRGEN_TRACE_CLOCK");
  if (name == NULL || *name == '\0' || strcmp(name, "cpu") == 0) {
    tr_cpu_clock_open();
    return;
  }
  if (strcmp(name, "wall") == 0) {
    chosen.kind = TRGEN_CLOCK_WALL;
  } else if (strcmp(name, "instructions") == 0) {
    chosen.kind = TRGEN_CLOCK_INSTRUCTIONS;
    open_counter();
  } else {
    if (speaks()) {
      fprintf(stderr, "libtrgen-trace: TRGEN_TRACE_CLOCK=%s: no such clock; use cpu, wall or instructions\n", name);
    }
    exit(2);
  }
}

uint64_t tr_clock(void) {
  if (chosen.kind == TRGEN_CLOCK_INSTRUCTIONS) {
    uint64_t count = 0;
    return read(chosen.counter, &count, sizeof count) == (ssize_t)sizeof count ? count : 0;
  }
  if (chosen.kind == TRGEN_CLOCK_CPU) return tr_cpu_clock();
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint32_t tr_clock_kind(void) { return chosen.kind; }

const char* tr_clock_name(void) {
  static const char* const names[] = {"CPU time of the process, ns", "wall time, ns", "user-space instructions"};
  if (tr_cpu_clock_is_short()) return "CPU time of the process, ns, without system calls while it stays on its CPU";
  return names[chosen.kind];
}

static int ascending(const void* left, const void* right) {
  const uint64_t a = *(const uint64_t*)left;
  const uint64_t b = *(const uint64_t*)right;
  return (a > b) - (a < b);
}

uint64_t tr_median(uint64_t* values, unsigned count) {
  qsort(values, count, sizeof *values, ascending);
  return values[count / 2];
}

uint64_t tr_clock_measure_cost(void) {
  uint64_t costs[PAIRS];
  for (unsigned i = 0; i < PAIRS; ++i) {
    const uint64_t before = tr_clock();
    costs[i] = tr_clock() - before;
  }
  return tr_median(costs, PAIRS);
}

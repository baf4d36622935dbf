// SPDX-License-Identifier: Apache-2.0
//
// CLOCK_PROCESS_CPUTIME_ID is a system call (0.2 to 0.6 us); CLOCK_MONOTONIC is not (0.02 to 0.08 us). As long as the
// only thread of a process stays on its CPU, both advance by the same. Whether it stayed is told by the kernel's
// restartable sequences (rseq, Linux 4.18, registered by glibc 2.35): a thread leaves the address of a critical section
// in a word of its own, and the kernel clears that word when it has taken the thread off the CPU (or delivered a
// signal) while it was not inside that section. The section here is never entered.
//
// So: while the word stands, CPU time is that of the last system call plus the wall time since; when it is cleared, one
// system call. With several threads, or without rseq, every reading is a system call.
#include "mpich-patches/trace/cpu_clock.h"

#include <time.h>

#if defined(__x86_64__) && __has_include(<sys/rseq.h>)
#define SHORT_WAY 1
#include <sys/rseq.h>
#include <sys/single_threaded.h>
#else
#define SHORT_WAY 0
#endif

static uint64_t reading(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#if SHORT_WAY

/* The kernel wants the signature before the abort address, and an abort address outside the section. */
__asm__(
    ".pushsection .text\n"
    ".long 0x53053053\n"
    "tr_cpu_clock_abort: ud2\n"
    "tr_cpu_clock_section: ud2\n"
    ".popsection\n");
extern char tr_cpu_clock_abort[];
extern char tr_cpu_clock_section[];

static struct rseq_cs section __attribute__((aligned(32)));
static bool usable;
static uint64_t base_cpu, base_wall;

static volatile struct rseq* area(void) {
  return (volatile struct rseq*)(void*)((char*)__builtin_thread_pointer() + __rseq_offset);
}

static void stand(void) { area()->rseq_cs = (uintptr_t)&section; }
static bool stands(void) { return area()->rseq_cs == (uintptr_t)&section; }

static uint64_t read_anew(void) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    stand();
    base_cpu = reading(CLOCK_PROCESS_CPUTIME_ID);
    base_wall = reading(CLOCK_MONOTONIC);
    if (stands()) break;
  }
  return base_cpu;
}

/* A sleep must clear the word, and a moment of computing must not (but may, on a busy machine). */
void tr_cpu_clock_open(void) {
  const struct timespec moment = {0, 20000};
  if (__rseq_size == 0 || (int32_t)area()->cpu_id < 0) return;
  section.start_ip = (uintptr_t)tr_cpu_clock_section;
  section.post_commit_offset = 2;
  section.abort_ip = (uintptr_t)tr_cpu_clock_abort;
  int kept = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    stand();
    (void)reading(CLOCK_MONOTONIC);
    kept += stands();
    stand();
    nanosleep(&moment, NULL);
    if (stands()) return;
  }
  usable = kept > 0;
}

bool tr_cpu_clock_is_short(void) { return usable && __libc_single_threaded; }

uint64_t tr_cpu_clock(void) {
  if (!tr_cpu_clock_is_short()) {
    /* Other threads use CPU too: what stands here says nothing about them. */
    if (usable && stands()) area()->rseq_cs = 0;
    return reading(CLOCK_PROCESS_CPUTIME_ID);
  }
  const uint64_t wall = reading(CLOCK_MONOTONIC);
  return stands() ? base_cpu + (wall - base_wall) : read_anew();
}

#else

void tr_cpu_clock_open(void) {}
bool tr_cpu_clock_is_short(void) { return false; }
uint64_t tr_cpu_clock(void) { return reading(CLOCK_PROCESS_CPUTIME_ID); }

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What a program in C or C++ can say to `fsin live`: which blocks of code are sampled, computed by formula or marked,
 * and which memory its ranks share. After Clauss et al., "Single Node On-Line Simulation of MPI Applications with SMPI",
 * IPDPS 2011, sections 3.1, 3.2 and 5.2; smpi/smpi.h beside this file has the names of SMPI.
 *
 *   FSIN_SAMPLE_LOCAL(10) { ... }    every rank computes the block 10 times; from then on it is left out, and takes the
 *                                    mean of these times
 *   FSIN_SAMPLE_LOCAL(10, 0.05) { ... }  at least 10 times, and until the standard error of the mean is below 5 % of it
 *   FSIN_SAMPLE_GLOBAL(10) { ... }   the ranks compute the block 10 times together
 *   FSIN_SAMPLE_DELAY(1e6) { ... }   the block is never computed, and takes the time of 1e6 flops (workload.cpu.speed)
 *   FSIN_REGION_BEGIN("solve"); ... FSIN_REGION_END("solve");   the result tells what is spent between the two
 *   data = FSIN_SHARED_MALLOC(bytes); ... FSIN_SHARED_FREE(data);   all that ranks allocate in this line is one memory:
 *                                    what they write is lost to each other
 *
 * A block is what follows: one statement, or braces. It must not call MPI, and must not be left by break, return or
 * goto; a run in which it does is ended, with its line. What a block that is left out would have computed is missing
 * in what follows. Blocks are told by file and line. Measured times are those of cpu.model: measured; with the other
 * models, blocks that are left out take no time.
 *
 * Outside `fsin live` everything is computed, nothing is marked, and memory is that of malloc. The program is not
 * linked with anything.
 */
#ifndef FSIN_LIVE_H
#define FSIN_LIVE_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What fsin preloads into the program: version 1. Later ones have more at the end. */
struct fsin_live_calls {
  int version;
  int (*sample_begin)(const char* file, int line, int global, unsigned long count, double error);
  int (*sample_end)(const char* file, int line);
  int (*delay)(const char* file, int line, double flops);
  void (*region_begin)(const char* name);
  void (*region_end)(const char* name);
  void* (*shared_malloc)(size_t bytes, const char* file, int line);
  void (*shared_free)(void* data);
};

/* Null outside a live run. */
static inline const struct fsin_live_calls* fsin_live_calls(void) {
  typedef const struct fsin_live_calls* (*Find)(void);
  static const struct fsin_live_calls unknown = {0, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  static const struct fsin_live_calls* calls = &unknown;
  if (calls == &unknown) {
    union { /* a function by the address that dlsym gives */
      void* address;
      Find find;
    } found;
    found.address = dlsym(NULL, "fsin_live_program_calls");
    calls = found.address != NULL ? found.find() : NULL;
  }
  return calls;
}
static inline int fsin_live_sample_begin(const char* file, int line, int global, unsigned long count, double error) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  return calls == NULL ? 1 : calls->sample_begin(file, line, global, count, error);
}
static inline int fsin_live_sample_end(const char* file, int line) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  return calls == NULL ? 0 : calls->sample_end(file, line);
}
/* Whether the block is computed after all. */
static inline int fsin_live_delay(const char* file, int line, double flops) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  return calls == NULL ? 1 : calls->delay(file, line, flops);
}
static inline void fsin_live_region_begin(const char* name) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  if (calls != NULL) calls->region_begin(name);
}
static inline void fsin_live_region_end(const char* name) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  if (calls != NULL) calls->region_end(name);
}
static inline void* fsin_live_shared_malloc(size_t bytes, const char* file, int line) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  return calls == NULL ? malloc(bytes) : calls->shared_malloc(bytes, file, line);
}
static inline void fsin_live_shared_free(void* data) {
  const struct fsin_live_calls* calls = fsin_live_calls();
  if (calls == NULL) {
    free(data);
  } else {
    calls->shared_free(data);
  }
}

#ifdef __cplusplus
}
#endif

#define FSIN_LIVE_JOIN_(a, b) a##b
#define FSIN_LIVE_NAME_(a, b) FSIN_LIVE_JOIN_(a, b)
#define FSIN_LIVE_TURN_ FSIN_LIVE_NAME_(fsin_live_turn_, __LINE__)
#define FSIN_LIVE_SAMPLE_(global, count, error, ...)                                                       \
  for (int FSIN_LIVE_TURN_ = fsin_live_sample_begin(__FILE__, __LINE__, (global), (unsigned long)(count), (error)); \
       FSIN_LIVE_TURN_; FSIN_LIVE_TURN_ = fsin_live_sample_end(__FILE__, __LINE__))

/* (count) or (count, error of the mean) */
#define FSIN_SAMPLE_LOCAL(...) FSIN_LIVE_SAMPLE_(0, __VA_ARGS__, 0.0, 0)
#define FSIN_SAMPLE_GLOBAL(...) FSIN_LIVE_SAMPLE_(1, __VA_ARGS__, 0.0, 0)
#define FSIN_SAMPLE_DELAY(flops) \
  for (int FSIN_LIVE_TURN_ = fsin_live_delay(__FILE__, __LINE__, (flops)); FSIN_LIVE_TURN_; FSIN_LIVE_TURN_ = 0)
#define FSIN_REGION_BEGIN(name) fsin_live_region_begin(name)
#define FSIN_REGION_END(name) fsin_live_region_end(name)
#define FSIN_SHARED_MALLOC(bytes) fsin_live_shared_malloc((bytes), __FILE__, __LINE__)
#define FSIN_SHARED_FREE(data) fsin_live_shared_free(data)

/* -include fsin_live.h -DFSIN_SHARE_ALLOCATIONS=1000000: allocations of so many bytes and more by malloc() are shared,
 * in a source that stays as it is. Not for memory that is reallocated or given back in another source. */
#ifdef FSIN_SHARE_ALLOCATIONS
static inline void* fsin_live_malloc(size_t bytes, const char* file, int line) {
  return bytes < (size_t)(FSIN_SHARE_ALLOCATIONS) ? malloc(bytes) : fsin_live_shared_malloc(bytes, file, line);
}
#define malloc(bytes) fsin_live_malloc((bytes), __FILE__, __LINE__)
#define free(data) fsin_live_shared_free(data)
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// A table of things by MPI handle. Several may stand under one handle (a handle is used again, or MPI shares one among
// requests that are complete at once): the oldest is found first.
#ifndef TRGEN_TRACE_HANDLES_H
#define TRGEN_TRACE_HANDLES_H

#include <stddef.h>

/* First member of what is kept. */
struct tr_handle {
  int key;
  struct tr_handle* next;
};

struct tr_handles {
  struct tr_handle** heads;
  size_t size, count; /* size: power of two, or 0 */
};

void tr_handles_put(struct tr_handles* table, struct tr_handle* handle, int key);
/* NULL when there is none. `take` also removes it. */
struct tr_handle* tr_handles_find(const struct tr_handles* table, int key);
struct tr_handle* tr_handles_take(struct tr_handles* table, int key);

#endif

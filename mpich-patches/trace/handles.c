// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/handles.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static size_t slot(const struct tr_handles* table, int key) {
  const uint32_t mixed = (uint32_t)key * UINT32_C(2654435769);
  return (mixed >> 8) & (table->size - 1);
}

static void append(struct tr_handles* table, struct tr_handle* handle) {
  struct tr_handle** place = &table->heads[slot(table, handle->key)];
  while (*place != NULL) place = &(*place)->next;
  handle->next = NULL;
  *place = handle;
}

static void enlarge(struct tr_handles* table) {
  struct tr_handles larger = {NULL, table->size == 0 ? 256 : 2 * table->size, table->count};
  larger.heads = calloc(larger.size, sizeof *larger.heads);
  if (larger.heads == NULL) {
    fprintf(stderr, "libtrgen-trace: no memory for %zu active handles\n", table->count);
    abort();
  }
  for (size_t i = 0; i < table->size; ++i) {
    struct tr_handle* next = NULL;
    for (struct tr_handle* handle = table->heads[i]; handle != NULL; handle = next) {
      next = handle->next;
      append(&larger, handle);
    }
  }
  free(table->heads);
  *table = larger;
}

void tr_handles_put(struct tr_handles* table, struct tr_handle* handle, int key) {
  if (table->count >= table->size) enlarge(table);
  handle->key = key;
  append(table, handle);
  ++table->count;
}

struct tr_handle* tr_handles_find(const struct tr_handles* table, int key) {
  if (table->size == 0) return NULL;
  struct tr_handle* handle = table->heads[slot(table, key)];
  while (handle != NULL && handle->key != key) handle = handle->next;
  return handle;
}

struct tr_handle* tr_handles_take(struct tr_handles* table, int key) {
  if (table->size == 0) return NULL;
  struct tr_handle** place = &table->heads[slot(table, key)];
  while (*place != NULL && (*place)->key != key) place = &(*place)->next;
  struct tr_handle* handle = *place;
  if (handle == NULL) return NULL;
  *place = handle->next;
  --table->count;
  return handle;
}

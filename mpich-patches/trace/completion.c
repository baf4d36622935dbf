// SPDX-License-Identifier: Apache-2.0
//
// Wrappers of the calls that complete or start several requests.
#include <mpi.h>
#include <stdlib.h>

#include "mpich-patches/trace/recorder.h"
#include "mpich-patches/trace/requests.h"

enum { FEW = 32 };

/* The requests of a call, taken from the table, and room for statuses where the program wants none. */
struct batch {
  int count;
  bool any; /* one of them is kept */
  struct tr_request** taken;
  MPI_Status* statuses;
  struct tr_request* few[FEW];
  MPI_Status few_statuses[FEW];
};

static void take_all(struct batch* batch, int count, const MPI_Request* requests, MPI_Status* statuses) {
  batch->count = count > 0 ? count : 0;
  batch->any = false;
  batch->taken = batch->few;
  batch->statuses = statuses;
  if (batch->count > FEW) batch->taken = malloc((size_t)batch->count * sizeof(struct tr_request*));
  if (batch->taken == NULL) abort();
  for (int i = 0; i < batch->count; ++i) {
    batch->taken[i] = tr_take(requests[i]);
    batch->any = batch->any || batch->taken[i] != NULL;
  }
  if (!batch->any || statuses != MPI_STATUSES_IGNORE) return;
  batch->statuses = batch->few_statuses;
  if (batch->count > FEW) batch->statuses = malloc((size_t)batch->count * sizeof(MPI_Status));
  if (batch->statuses == NULL) abort();
}

static void finish(struct batch* batch, const MPI_Status* statuses) {
  if (batch->taken != batch->few) free(batch->taken);
  if (batch->statuses != statuses && batch->statuses != batch->few_statuses) free(batch->statuses);
}

static void complete_one(struct batch* batch, int index, const MPI_Status* status, int result) {
  tr_complete(batch->taken[index], status, result);
  batch->taken[index] = NULL;
}

static void put_back_rest(struct batch* batch) {
  for (int i = 0; i < batch->count; ++i) tr_put_back(batch->taken[i]);
}

/* After an error, the statuses say which of the requests is complete all the same. */
static void complete_all(struct batch* batch, int result) {
  int class = MPI_SUCCESS;
  if (result != MPI_SUCCESS) PMPI_Error_class(result, &class);
  for (int i = 0; i < batch->count && batch->any; ++i) {
    const MPI_Status* status = batch->statuses + i;
    const int own = class == MPI_ERR_IN_STATUS ? status->MPI_ERROR : result;
    int own_class = MPI_SUCCESS;
    if (own != MPI_SUCCESS) PMPI_Error_class(own, &own_class);
    if (own_class != MPI_ERR_PENDING) complete_one(batch, i, status, own);
  }
  put_back_rest(batch);
}

static void complete_some(struct batch* batch, int count, const int* indices, int result) {
  for (int i = 0; i < count && batch->any && count != MPI_UNDEFINED; ++i) {
    complete_one(batch, indices[i], batch->statuses + i, result);
  }
  put_back_rest(batch);
}

#pragma GCC visibility push(default)

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  static struct tr_name name = TR_NAME("MPI_Waitall");
  struct batch batch;
  tr_enter(&name, tr_clock());
  take_all(&batch, count, requests, statuses);
  const int result = PMPI_Waitall(count, requests, batch.statuses);
  complete_all(&batch, result);
  finish(&batch, statuses);
  tr_leave(true);
  return result;
}

int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  static struct tr_name name = TR_NAME("MPI_Testall");
  struct batch batch;
  tr_enter_test(&name, tr_clock(), 0);
  take_all(&batch, count, requests, statuses);
  const int result = PMPI_Testall(count, requests, flag, batch.statuses);
  if (result != MPI_SUCCESS || *flag) {
    complete_all(&batch, result);
  } else {
    put_back_rest(&batch);
  }
  finish(&batch, statuses);
  tr_leave(result != MPI_SUCCESS || *flag);
  return result;
}

int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  static struct tr_name name = TR_NAME("MPI_Waitany");
  struct batch batch;
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  tr_enter(&name, tr_clock());
  take_all(&batch, count, requests, status);
  const int result = PMPI_Waitany(count, requests, index, status);
  if (*index >= 0 && *index < batch.count) complete_one(&batch, *index, status, result);
  put_back_rest(&batch);
  finish(&batch, status);
  tr_leave(true);
  return result;
}

int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  static struct tr_name name = TR_NAME("MPI_Testany");
  struct batch batch;
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  tr_enter_test(&name, tr_clock(), 0);
  take_all(&batch, count, requests, status);
  const int result = PMPI_Testany(count, requests, index, flag, status);
  const bool found = *flag && *index >= 0 && *index < batch.count;
  if (found) complete_one(&batch, *index, status, result);
  put_back_rest(&batch);
  finish(&batch, status);
  tr_leave(*flag);
  return result;
}

int MPI_Waitsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  static struct tr_name name = TR_NAME("MPI_Waitsome");
  struct batch batch;
  tr_enter(&name, tr_clock());
  take_all(&batch, count, requests, statuses);
  const int result = PMPI_Waitsome(count, requests, done, indices, batch.statuses);
  complete_some(&batch, *done, indices, result);
  finish(&batch, statuses);
  tr_leave(true);
  return result;
}

int MPI_Testsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  static struct tr_name name = TR_NAME("MPI_Testsome");
  struct batch batch;
  tr_enter_test(&name, tr_clock(), 0);
  take_all(&batch, count, requests, statuses);
  const int result = PMPI_Testsome(count, requests, done, indices, batch.statuses);
  complete_some(&batch, *done, indices, result);
  finish(&batch, statuses);
  tr_leave(*done != 0);
  return result;
}

int MPI_Startall(int count, MPI_Request requests[]) {
  static struct tr_name name = TR_NAME("MPI_Startall");
  tr_announce(count, requests, tr_clock());
  tr_enter(&name, tr_clock());
  tr_start(count, requests);
  const int result = PMPI_Startall(count, requests);
  tr_started(count, requests, result);
  tr_leave(true);
  return result;
}

#pragma GCC visibility pop

// SPDX-License-Identifier: Apache-2.0
//
// The calls that complete requests, each on a number of receives from the left and sends to the right.
#include <string.h>

#include "tests/capture/calls.h"

enum { MESSAGES = 40, REQUESTS = 2 * MESSAGES };

static int sent[MESSAGES], got[MESSAGES];
static MPI_Request requests[REQUESTS];
static MPI_Status statuses[REQUESTS];

static void post(void) {
  for (int i = 0; i < MESSAGES; ++i) {
    sent[i] = 100 * world.rank + i;
    got[i] = -1;
    MPI_Irecv(&got[i], 1, MPI_INT, world.left, i, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < MESSAGES; ++i) {
    MPI_Isend(&sent[i], 1, MPI_INT, world.right, i, MPI_COMM_WORLD, &requests[MESSAGES + i]);
  }
}

static void check_all(void) {
  for (int i = 0; i < MESSAGES; ++i) CHECK(got[i] == 100 * world.left + i);
}

static void one_by_one(void) {
  int flag = 0;
  post();
  for (int i = 0; i < REQUESTS; ++i) {
    if (i % 3 == 0) {
      for (flag = 0; !flag;) MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
      MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    } else if (i % 3 == 1) {
      for (flag = 0; !flag;) MPI_Test(&requests[i], &flag, &statuses[i]);
    } else {
      MPI_Wait(&requests[i], &statuses[i]);
    }
    CHECK(requests[i] == MPI_REQUEST_NULL);
  }
  check_all();
}

static void any(void) {
  int index = 0;
  int flag = 0;
  post();
  for (int i = 0; i < REQUESTS; ++i) {
    if (i % 2 == 0) {
      MPI_Waitany(REQUESTS, requests, &index, MPI_STATUS_IGNORE);
    } else {
      for (flag = 0; !flag;) MPI_Testany(REQUESTS, requests, &index, &flag, &statuses[0]);
    }
    CHECK(index != MPI_UNDEFINED && requests[index] == MPI_REQUEST_NULL);
  }
  MPI_Waitany(REQUESTS, requests, &index, MPI_STATUS_IGNORE);
  CHECK(index == MPI_UNDEFINED);
  check_all();
}

static void some(void) {
  static int indices[REQUESTS];
  int done = 0;
  int count = 0;
  post();
  for (int round = 0; done < REQUESTS; ++round) {
    if (round % 2 == 0) {
      MPI_Waitsome(REQUESTS, requests, &count, indices, MPI_STATUSES_IGNORE);
    } else {
      MPI_Testsome(REQUESTS, requests, &count, indices, statuses);
    }
    CHECK(count != MPI_UNDEFINED);
    done += count;
  }
  MPI_Testsome(REQUESTS, requests, &count, indices, statuses);
  CHECK(count == MPI_UNDEFINED);
  check_all();
}

static void all(void) {
  int flag = 0;
  post();
  MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
  check_all();
  post();
  while (!flag) MPI_Testall(REQUESTS, requests, &flag, statuses);
  check_all();
  post();
  for (flag = 0; !flag;) MPI_Testall(MESSAGES / 8, requests, &flag, MPI_STATUSES_IGNORE);
  MPI_Waitall(REQUESTS, requests, statuses);
  check_all();
}

void completion(void) {
  one_by_one();
  any();
  some();
  all();
  MPI_Barrier(MPI_COMM_WORLD);
}

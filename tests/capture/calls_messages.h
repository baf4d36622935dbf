// SPDX-License-Identifier: Apache-2.0
//
// Point-to-point calls; the including file says with which counts: CALL(Send) is the function, COUNT the type.
#include <string.h>

#include "tests/capture/calls.h"

enum { LENGTH = 5, REPEATS = 3 };

static int sent[LENGTH], got[LENGTH];

static void prepare(int seed) {
  for (int i = 0; i < LENGTH; ++i) sent[i] = 1000 * world.rank + 10 * seed + i;
  memset(got, 0, sizeof got);
}

static int got_from(int source, int seed, int count) {
  for (int i = 0; i < count; ++i) {
    if (got[i] != 1000 * source + 10 * seed + i) return 0;
  }
  return 1;
}

typedef int sender(const void*, COUNT, MPI_Datatype, int, int, MPI_Comm);
typedef int isender(const void*, COUNT, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static void blocking(void) {
  sender* const senders[] = {CALL(Send), CALL(Bsend), CALL(Ssend), CALL(Rsend)};
  for (int i = 0; i < 4; ++i) {
    MPI_Request request;
    prepare(i);
    CALL(Irecv)(got, LENGTH, MPI_INT, world.left, i, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    senders[i](sent, LENGTH, MPI_INT, world.right, i, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got_from(world.left, i, LENGTH));
  }
}

static void nonblocking(void) {
  isender* const senders[] = {CALL(Isend), CALL(Ibsend), CALL(Issend), CALL(Irsend)};
  for (int i = 0; i < 4; ++i) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    prepare(i);
    CALL(Irecv)(got, LENGTH, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    senders[i](sent, i, MPI_INT, world.right, 20 + i, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    CHECK(statuses[0].MPI_SOURCE == world.left && statuses[0].MPI_TAG == 20 + i);
    CHECK(got_from(world.left, i, i) && got[i] == 0);
  }
  MPI_Request request;
  prepare(7);
  CALL(Isend)(sent, LENGTH, MPI_INT, world.right, 30, MPI_COMM_WORLD, &request);
  CALL(Recv)(got, LENGTH, MPI_INT, world.left, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got_from(world.left, 7, LENGTH));
}

static void persistent(void) {
  isender* const makers[] = {CALL(Send_init), CALL(Bsend_init), CALL(Ssend_init), CALL(Rsend_init)};
  for (int i = 0; i < 4; ++i) {
    MPI_Request requests[2];
    CALL(Recv_init)(got, LENGTH, MPI_INT, world.left, 40 + i, MPI_COMM_WORLD, &requests[0]);
    makers[i](sent, LENGTH, MPI_INT, world.right, 40 + i, MPI_COMM_WORLD, &requests[1]);
    for (int repeat = 0; repeat < REPEATS; ++repeat) {
      prepare(repeat);
      if (i < 3 && repeat == 0) {
        MPI_Startall(2, requests);
      } else {
        MPI_Start(&requests[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Start(&requests[1]);
      }
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      CHECK(got_from(world.left, repeat, LENGTH));
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
  }
}

static void both_ways(void) {
  MPI_Status status;
  MPI_Request request;
  prepare(1);
  CALL(Sendrecv)
  (sent, LENGTH, MPI_INT, world.right, 50, got, LENGTH, MPI_INT, world.left, 50, MPI_COMM_WORLD, &status);
  CHECK(got_from(world.left, 1, LENGTH) && status.MPI_SOURCE == world.left);
  prepare(2);
  memcpy(got, sent, sizeof got);
  CALL(Sendrecv_replace)
  (got, LENGTH, MPI_INT, world.right, 51, world.left, 51, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got_from(world.left, 2, LENGTH));
  prepare(3);
  CALL(Isendrecv)
  (sent, LENGTH, MPI_INT, world.right, 52, got, LENGTH, MPI_INT, world.left, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got_from(world.left, 3, LENGTH));
  prepare(4);
  memcpy(got, sent, sizeof got);
  CALL(Isendrecv_replace)(got, LENGTH, MPI_INT, world.right, 53, world.left, 53, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got_from(world.left, 4, LENGTH));
}

static void matched(void) {
  MPI_Request request;
  MPI_Request receive;
  MPI_Message message;
  MPI_Status status;
  prepare(5);
  CALL(Isend)(sent, LENGTH, MPI_INT, world.right, 60, MPI_COMM_WORLD, &request);
  MPI_Mprobe(world.left, 60, MPI_COMM_WORLD, &message, &status);
  CALL(Mrecv)(got, LENGTH, MPI_INT, &message, &status);
  CHECK(got_from(world.left, 5, LENGTH) && message == MPI_MESSAGE_NULL);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  prepare(6);
  CALL(Isend)(sent, LENGTH, MPI_INT, world.right, 61, MPI_COMM_WORLD, &request);
  int found = 0;
  while (!found) MPI_Improbe(MPI_ANY_SOURCE, 61, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  CALL(Imrecv)(got, LENGTH, MPI_INT, &message, &receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  CHECK(got_from(world.left, 6, LENGTH));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void messages(void) {
  static char buffer[1 << 16];
  void* detached = NULL;
  COUNT size = 0;
  CALL(Buffer_attach)(buffer, sizeof buffer);
  blocking();
  nonblocking();
  persistent();
  both_ways();
  matched();
  CALL(Buffer_detach)(&detached, &size);
  CHECK(detached == buffer && size == sizeof buffer);
}

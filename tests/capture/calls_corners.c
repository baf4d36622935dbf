// SPDX-License-Identifier: Apache-2.0
//
// What is easily got wrong: messages to nobody and to oneself, receives that complete in another order than they match,
// cancelled and freed requests, messages that are longer than the buffer, probes.
#include "tests/capture/calls.h"

static void nobody(void) {
  int value = 1;
  int flag = 0;
  MPI_Request request;
  MPI_Message message;
  MPI_Status status;
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  MPI_Wait(&request, &status);
  MPI_Request_free(&request);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
  MPI_Iprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &status);
  CHECK(flag && value == 1);
}

static void oneself(void) {
  int value = world.rank;
  int got = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, world.rank, 1, &got, 1, MPI_INT, world.rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == world.rank);
  got = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, 0, 1, &got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  CHECK(got == world.rank);
}

/* Two receives of one source, tag and communicator; the second is completed first. The sizes tell them apart. */
static void out_of_order(void) {
  int values[3] = {1, 2, 3};
  int first[3] = {0};
  int second[3] = {0};
  MPI_Request requests[4];
  MPI_Irecv(first, 3, MPI_INT, world.left, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(second, 3, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(values, 1, MPI_INT, world.right, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(values, 3, MPI_INT, world.right, 2, MPI_COMM_WORLD, &requests[3]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests + 2, MPI_STATUSES_IGNORE);
  CHECK(first[0] == 1 && first[1] == 0 && second[2] == 3);
}

/* Not every device can cancel a send: Debian's MPICH waits for ever for one that nobody receives. */
static void cancelled(int stock) {
  int value = 0;
  int flag = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&value, 1, MPI_INT, world.left, 3, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);
  if (!stock) {
    MPI_Issend(&value, 1, MPI_INT, world.right, 4, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void freed(void) {
  int value = 5;
  int late = 0;
  int sync = 0;
  MPI_Request receive;
  MPI_Request send;
  MPI_Irecv(&late, 1, MPI_INT, world.left, 5, MPI_COMM_WORLD, &receive);
  MPI_Request_free(&receive);
  CHECK(receive == MPI_REQUEST_NULL);
  MPI_Isend(&value, 1, MPI_INT, world.right, 5, MPI_COMM_WORLD, &send);
  MPI_Request_free(&send);
  MPI_Sendrecv(&value, 1, MPI_INT, world.right, 6, &sync, 1, MPI_INT, world.left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(late == 5 && sync == 5);
}

static void refused(void) {
  int value = 1;
  int class = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Error_class(MPI_Send(&value, 1, MPI_INT, world.size, 7, MPI_COMM_WORLD), &class);
  CHECK(class == MPI_ERR_RANK);
  MPI_Error_class(MPI_Send(&value, -1, MPI_INT, world.right, 7, MPI_COMM_WORLD), &class);
  CHECK(class == MPI_ERR_COUNT);
  MPI_Error_class(MPI_Send(&value, 1, MPI_INT, world.right, 7, MPI_COMM_NULL), &class);
  CHECK(class == MPI_ERR_COMM);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* A persistent request may outlive the handle of its communicator. */
static void orphaned(void) {
  int value = world.rank;
  int got = -1;
  MPI_Comm comm;
  MPI_Request requests[2];
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Recv_init(&got, 1, MPI_INT, world.left, 10, comm, &requests[0]);
  MPI_Send_init(&value, 1, MPI_INT, world.right, 10, comm, &requests[1]);
  MPI_Comm_free(&comm);
  MPI_Startall(2, requests);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(got == world.left);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void probes(void) {
  int value = world.rank;
  int got = -1;
  int flag = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Isend(&value, 1, MPI_INT, world.right, 8, MPI_COMM_WORLD, &request);
  MPI_Probe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &status);
  CHECK(status.MPI_SOURCE == world.left);
  while (!flag) MPI_Iprobe(world.left, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
  MPI_Recv(&got, 1, MPI_INT, world.left, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == world.left);
}

void corners(int stock) {
  nobody();
  oneself();
  out_of_order();
  cancelled(stock);
  freed();
  refused();
  probes();
  orphaned();
  MPI_Barrier(MPI_COMM_WORLD);
}

/* SPDX-License-Identifier: Apache-2.0
 * One line for each feature of MPI that works: "ok NAME", or "wrong NAME". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks;

static void tell(const char* name, int right) {
  int all = 0;
  MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %s\n", all ? "ok" : "wrong", name);
}

static void synchronous(void) {
  int value = rank == 0 ? 42 : 0;
  if (rank == 0) MPI_Ssend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  tell("ssend", rank > 1 || value == 42);
}

/* Messages from any source come in the order of simulated time: the later a rank sends, the later it is received. */
static void any_source(void) {
  int right = 1;
  if (rank == 0) {
    for (int i = 1; i < ranks; ++i) {
      MPI_Status status;
      int value;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      right = right && value == ranks - i && status.MPI_SOURCE == value && status.MPI_TAG == 10 + value;
    }
  } else {
    usleep((useconds_t)(1000 * (ranks - rank)));
    MPI_Send(&rank, 1, MPI_INT, 0, 10 + rank, MPI_COMM_WORLD);
  }
  tell("any-source", right);
}

static void probes(void) {
  int right = 1;
  if (rank == 1) {
    const char text[] = "probed";
    usleep(500);
    for (int i = 0; i < 3; ++i) MPI_Send(text, sizeof text, MPI_CHAR, 0, 20 + i, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Status status;
    char text[16];
    int bytes, flag = 0, looks = 0;
    while (!flag) {
      MPI_Iprobe(1, 20, MPI_COMM_WORLD, &flag, &status);
      ++looks;
    }
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    right = bytes == 7 && looks > 10;
    MPI_Recv(text, bytes, MPI_CHAR, 1, 20, MPI_COMM_WORLD, &status);
    MPI_Probe(MPI_ANY_SOURCE, 21, MPI_COMM_WORLD, &status);
    right = right && status.MPI_SOURCE == 1;
    MPI_Recv(text, 16, MPI_CHAR, 1, 21, MPI_COMM_WORLD, &status);
    MPI_Message message;
    MPI_Mprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(text, 16, MPI_CHAR, &message, &status);
    right = right && status.MPI_TAG == 22 && strcmp(text, "probed") == 0;
  }
  tell("probe", right);
}

static void cancels(void) {
  int value, cancelled;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  tell("cancel", cancelled);
}

static void truncates(void) {
  int right = 1, values[4] = {1, 2, 3, 4};
  if (rank == 0) MPI_Send(values, 4, MPI_INT, 1, 2, MPI_COMM_WORLD);
  if (rank == 1) {
    int code, class;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Recv(values, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Error_class(code, &class);
    right = class == MPI_ERR_TRUNCATE;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  }
  tell("truncation", right);
}

/* Messages of a pair come in the order in which they were sent, a short one after a long one too. */
static void in_order(void) {
  static char text[1 << 18];
  int right = 1;
  if (rank == 1) {
    for (int i = 0; i < 8; ++i) MPI_Send(text, i % 2 == 0 ? 1 << 18 : i, MPI_CHAR, 0, 4, MPI_COMM_WORLD);
  } else if (rank == 0) {
    for (int i = 0; i < 8; ++i) {
      MPI_Status status;
      int bytes;
      MPI_Recv(text, sizeof text, MPI_CHAR, 1, 4, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_CHAR, &bytes);
      right = right && bytes == (i % 2 == 0 ? 1 << 18 : i);
    }
  }
  tell("order", right);
}

/* A loop of tests ends at the simulated time at which the message comes. */
static void tests_in_a_loop(void) {
  int right = 1, value = 0, flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  if (rank == 1) {
    usleep(300);
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    const double time = MPI_Wtime() - begin;
    right = value == 1 && time > 290e-6 && time < 1e-3;
  }
  tell("test-loop", right);
}

/* A loop that gives up at a time ends at that time. */
static void times_out(void) {
  int flag = 0;
  const double begin = MPI_Wtime();
  while (!flag && MPI_Wtime() - begin < 1e-4) MPI_Iprobe(MPI_ANY_SOURCE, 98, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  const double time = MPI_Wtime() - begin;
  tell("time-out", !flag && time >= 1e-4 && time < 1.1e-3);
}

static void clocks(void) {
  const double begin = MPI_Wtime();
  sleep(2);
  const double time = MPI_Wtime() - begin;
  tell("sleep", time > 1.999 && time < 2.1);
}

static void to_self(void) {
  enum { bytes = 1 << 20 };
  char *from = malloc(bytes), *to = calloc(bytes, 1);
  memset(from, 5, bytes);
  MPI_Sendrecv(from, bytes, MPI_CHAR, rank, 4, to, bytes, MPI_CHAR, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  tell("self", memcmp(from, to, bytes) == 0);
  free(from);
  free(to);
}

static void many_requests(void) {
  enum { open = 5000 };
  int* values = calloc(open, sizeof(int));
  MPI_Request* requests = malloc(2 * open * sizeof(MPI_Request));
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  int right = 1;
  for (int i = 0; i < open; ++i) MPI_Irecv(&values[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &requests[i]);
  int* sent = malloc(open * sizeof(int));
  for (int i = 0; i < open; ++i) {
    sent[i] = i + rank;
    MPI_Isend(&sent[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &requests[open + i]);
  }
  MPI_Waitall(2 * open, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < open; ++i) right = right && values[i] == i + before;
  tell("many-requests", right);
  free(values);
  free(sent);
  free(requests);
}

static void large(void) {
  enum { bytes = 32 << 20 };
  char* data = malloc(bytes);
  memset(data, rank, bytes);
  if (rank == 0) MPI_Send(data, bytes, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(data, bytes, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  tell("large", rank > 1 || (data[0] == 0 && data[bytes - 1] == 0));
  free(data);
}

static void nonblocking_collectives(void) {
  int mine = rank, sum = 0, *all = calloc((size_t)ranks, sizeof(int)), *from = calloc((size_t)ranks, sizeof(int));
  MPI_Request requests[3];
  for (int i = 0; i < ranks; ++i) from[i] = rank;
  MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Ialltoall(from, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  int right = sum == ranks * (ranks - 1) / 2;
  for (int i = 0; i < ranks; ++i) right = right && all[i] == i;
  tell("nonblocking-collectives", right);
  free(all);
  free(from);
}

static void communicators(void) {
  MPI_Comm half, both, grid, copy;
  int right, sum = 0, one = 1, dims[1] = {ranks}, periods[1] = {1}, mine = rank, around[2] = {-1, -1};
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(copy, rank % 2, rank, &half);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
  right = sum == (ranks + 1 - rank % 2) / 2;
  MPI_Intercomm_create(half, 0, copy, 1 - rank % 2, 6, &both);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, both);
  right = right && sum == (ranks + rank % 2) / 2;
  MPI_Cart_create(copy, 1, dims, periods, 0, &grid);
  MPI_Neighbor_allgather(&mine, 1, MPI_INT, around, 1, MPI_INT, grid);
  right = right && around[0] == (rank + ranks - 1) % ranks && around[1] == (rank + 1) % ranks;
  MPI_Comm_free(&grid);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Comm_free(&copy);
  tell("communicators", right);
}

static void windows(void) {
  int value = -1, mine = rank, counter = 0, old = -1, one = 1;
  MPI_Win window, shared;
  MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&mine, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Win_create(&counter, sizeof counter, sizeof counter, MPI_INFO_NULL, MPI_COMM_WORLD, &shared);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, shared);
  MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, shared);
  MPI_Win_unlock(0, shared);
  MPI_Barrier(MPI_COMM_WORLD);
  const int added = rank != 0 || counter == ranks;
  int own = 0;  // of a rank's own memory: no message comes, and the library looks whether one has
  for (int i = 0; i < 100; ++i) {
    int next = i + 1, found = -1;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, shared);
    MPI_Put(&i, 1, MPI_INT, rank, 0, 1, MPI_INT, shared);
    MPI_Win_flush(rank, shared);
    MPI_Compare_and_swap(&next, &i, &found, MPI_INT, rank, 0, shared);
    MPI_Win_unlock(rank, shared);
    own += found == i && counter == next;
  }
  MPI_Win_free(&shared);
  tell("windows", value == (rank + ranks - 1) % ranks && old >= 0 && added && own == 100);
}

static void persistent(void) {
  int out = rank, in = -1, right = 1;
  MPI_Request requests[2];
  MPI_Recv_init(&in, 1, MPI_INT, (rank + 1) % ranks, 8, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(&out, 1, MPI_INT, (rank + ranks - 1) % ranks, 8, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    out = rank + i;
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    right = right && in == (rank + 1) % ranks + i;
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  tell("persistent", right);
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  synchronous();
  any_source();
  probes();
  cancels();
  truncates();
  in_order();
  tests_in_a_loop();
  times_out();
  clocks();
  to_self();
  many_requests();
  large();
  nonblocking_collectives();
  communicators();
  windows();
  persistent();
  MPI_Finalize();
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 * Threads of a rank that call MPI at the same time (MPI_THREAD_MULTIPLE). Rank 0 prints lines "ok NAME" or "wrong NAME",
 * and "clock NAME TIME" in us.
 *
 * Usage: multiple COUNT LENGTH */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { threads = 4 };
static int rank, ranks;

static void tell(const char* name, int right) {
  int all = 0;
  MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %s\n", all ? "ok" : "wrong", name);
}

/* What a thread sends in its step; no two of a run are alike. */
static int word(int from, int thread, int step) { return (step * 64 + thread) * 1024 + from; }

/* One communicator, a tag for each thread: blocking, then not blocking, of growing length. */
static int with_tags(int thread, int count) {
  enum { most = 3000 };
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  int right = 1, out[most], in[most];
  for (int step = 0; step < count; ++step) {
    const int length = 1 + step * 37 % most;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    for (int i = 0; i < length; ++i) out[i] = word(rank, thread, step) + i;
    in[length - 1] = -1;
    if (step % 3 == 0) {
      MPI_Sendrecv(out, length, MPI_INT, next, thread, in, length, MPI_INT, before, thread, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    } else {
      MPI_Irecv(in, length, MPI_INT, before, thread, MPI_COMM_WORLD, &requests[0]);
      MPI_Isend(out, length, MPI_INT, next, thread, MPI_COMM_WORLD, &requests[1]);
      if (step % 3 == 1) {
        MPI_Waitall(2, requests, statuses);
      } else {
        for (int done = 0; !done;) MPI_Testall(2, requests, &done, statuses);
      }
    }
    for (int i = 0; i < length; ++i) right = right && in[i] == word(before, thread, step) + i;
  }
  return right;
}

/* A communicator for each thread: collectives, messages from any source, probes. */
static int with_communicators(MPI_Comm own, int thread, int count) {
  int right = 1;
  for (int step = 0; step < count; ++step) {
    int sum = 0, mine = rank + thread + step, value = -1, bytes = 0;
    MPI_Status status;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, own);
    right = right && sum == ranks * (thread + step) + ranks * (ranks - 1) / 2;
    mine = word(rank, thread, step);
    if (rank != 0) {
      MPI_Send(&mine, 1, MPI_INT, 0, step, own);
    } else {
      for (int from = 1, seen = 0; from < ranks; ++from) {
        MPI_Message message;
        if (from % 2 == 1) {
          MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, step, own, &status);
        } else {
          MPI_Mprobe(MPI_ANY_SOURCE, step, own, &message, &status);
          MPI_Get_count(&status, MPI_BYTE, &bytes);
          right = right && bytes == (int)sizeof value;
          MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
        }
        right = right && value == word(status.MPI_SOURCE, thread, step) && (seen >> status.MPI_SOURCE & 1) == 0;
        seen |= 1 << status.MPI_SOURCE;
      }
    }
    MPI_Bcast(&value, 1, MPI_INT, 0, own);
  }
  return right;
}

static double work(long length) {
  volatile double sum = 0;
  for (long i = 0; i < length; ++i) sum += (double)(i % 7);
  return sum;
}

/* Messages to and fro, by a thread of its own, while the first thread computes. */
static void* goes_on(void* argument) {
  const int rounds = *(int*)argument;
  double* time = malloc(sizeof *time);
  *time = MPI_Wtime();
  for (int i = 0, value = 0; i < rounds && rank < 2; ++i) {
    if (rank == 0) MPI_Send(&i, 1, MPI_INT, 1, 70, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 70, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 70, MPI_COMM_WORLD);
    if (value != i) exit(5);
  }
  *time = MPI_Wtime() - *time;
  return time;
}

static void beside(long length, const char* name) {
  int rounds = 20;
  pthread_t thread;
  void* result;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  pthread_create(&thread, NULL, goes_on, &rounds);
  const double computing = MPI_Wtime();
  work(length);
  const double computed = MPI_Wtime() - computing;
  pthread_join(thread, &result);
  const double whole = MPI_Wtime() - begin;
  if (rank == 0) {
    printf("clock messages-%s %.3f\nclock computing-%s %.3f\nclock both-%s %.3f\n", name, *(double*)result * 1e6, name,
           computed * 1e6, name, whole * 1e6);
  }
  free(result);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int count, char** words) {
  const int steps = atoi(words[1]);
  const long length = atol(words[2]);
  int given, right = 1;
  MPI_Comm own[threads];
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  tell("given", given == MPI_THREAD_MULTIPLE);
  for (int i = 0; i < threads; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
#pragma omp parallel num_threads(threads) reduction(&& : right)
  right = right && with_tags(omp_get_thread_num(), steps);
  tell("tags", right);
#pragma omp parallel num_threads(threads) reduction(&& : right)
  right = right && with_communicators(own[omp_get_thread_num()], omp_get_thread_num(), steps);
  tell("communicators", right);
  /* Each thread waits a time of its own; the first one goes on when all have. */
  const double begin = MPI_Wtime();
#pragma omp parallel num_threads(threads)
  {
    usleep((useconds_t)(1000 * (1 + omp_get_thread_num())));
    work(1);
  }
  const double slept = MPI_Wtime() - begin;
  tell("region", slept > 3.9e-3 && slept < 5e-3);
  beside(0, "alone");
  beside(length, "beside");
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&own[i]);
  MPI_Finalize();
  return 0;
}

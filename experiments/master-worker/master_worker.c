/* SPDX-License-Identifier: Apache-2.0
 * A master hands out tasks, and whoever of the workers has sent a result gets the next one: it receives from any
 * source. A task that is longer to compute has a shorter result, so that on a slow link the short tasks are overtaken.
 * Rank 0 prints, for each result, its task, the worker, and the time in us.
 *
 * Usage: master_worker TASKS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { task_tag = 1, result_tag = 2, end_tag = 3, longest_result = 1 << 17 };

static int microseconds_of(int task) { return 40 + 25 * (task % 7); }
static int bytes_of(int task) { return longest_result >> (task % 7); }

static void master(int ranks, int tasks, char* result) {
  int next = 0;
  for (int worker = 1; worker < ranks && next < tasks; ++worker, ++next) {
    MPI_Send(&next, 1, MPI_INT, worker, task_tag, MPI_COMM_WORLD);
  }
  for (int done = 0; done < tasks; ++done) {
    MPI_Status status;
    int bytes, task;
    MPI_Recv(result, longest_result, MPI_CHAR, MPI_ANY_SOURCE, result_tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    memcpy(&task, result, sizeof task);
    printf("result %d of worker %d with %d bytes at %.3f us\n", task, status.MPI_SOURCE, bytes, MPI_Wtime() * 1e6);
    if (next < tasks) {
      MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, task_tag, MPI_COMM_WORLD);
      ++next;
    }
  }
  for (int worker = 1; worker < ranks; ++worker) MPI_Send(NULL, 0, MPI_INT, worker, end_tag, MPI_COMM_WORLD);
}

static void worker(char* result) {
  for (;;) {
    MPI_Status status;
    int task;
    MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == end_tag) return;
    usleep((useconds_t)microseconds_of(task));
    memcpy(result, &task, sizeof task);
    MPI_Send(result, bytes_of(task), MPI_CHAR, 0, result_tag, MPI_COMM_WORLD);
  }
}

int main(int count, char** words) {
  int rank, ranks;
  char* result = calloc(longest_result, 1);
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) {
    master(ranks, atoi(words[1]), result);
  } else {
    worker(result);
  }
  MPI_Finalize();
  free(result);
  return 0;
}

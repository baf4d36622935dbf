// SPDX-License-Identifier: Apache-2.0
//
// Threads that call MPI at the same time (MPI_THREAD_MULTIPLE): each changes messages with the same thread of the next
// rank, with tags of its own. Arguments: threads (4), messages of each (1000).
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, messages;

static void* talk(void* argument) {
  const int tag = *(const int*)argument;
  for (int i = 0; i < messages; ++i) {
    int sent = 1000 * tag + i;
    int got = -1;
    MPI_Request requests[2];
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&sent, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD, &requests[1]);
    if (i % 2 == 0) {
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
      MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
      MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
    if (got != sent) MPI_Abort(MPI_COMM_WORLD, 9);
  }
  return NULL;
}

int main(int argc, char** argv) {
  enum { MOST = 64 };
  pthread_t threads[MOST];
  int tags[MOST];
  int provided = 0;
  int count = argc > 1 ? atoi(argv[1]) : 4;
  if (count > MOST) count = MOST;
  messages = argc > 2 ? atoi(argv[2]) : 1000;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 9);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < count; ++i) {
    tags[i] = i;
    if (pthread_create(&threads[i], NULL, talk, &tags[i]) != 0) MPI_Abort(MPI_COMM_WORLD, 9);
  }
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  if (rank == 0) printf("threads: %d threads of %d ranks sent %d messages each\n", count, size, messages);
  MPI_Finalize();
  return 0;
}

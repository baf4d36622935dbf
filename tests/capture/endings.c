// SPDX-License-Identifier: Apache-2.0
//
// Programs that end badly, or that the tracing library refuses. Argument: how. Rank 1 does it after a ring of messages;
// the others wait for a message that never comes.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end(const char* how) {
  int value = 0;
  MPI_Request request;
  MPI_Comm comm;
  MPI_Session session;
  if (strcmp(how, "abort") == 0) {
    MPI_Abort(MPI_COMM_WORLD, 7);
  } else if (strcmp(how, "kill") == 0) {
    kill(getpid(), SIGKILL);
  } else if (strcmp(how, "exit") == 0) {
    exit(0);
  } else if (strcmp(how, "leave") == 0) {
    _exit(3);
  } else if (strcmp(how, "error") == 0) {
    MPI_Send(&value, 1, MPI_INT, 1 << 20, 0, MPI_COMM_WORLD);
  } else if (strcmp(how, "partitioned") == 0) {
    MPI_Psend_init(&value, 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  } else if (strcmp(how, "spawn") == 0) {
    MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &comm, MPI_ERRCODES_IGNORE);
  } else if (strcmp(how, "session") == 0) {
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  } else {
    fprintf(stderr, "endings: abort, kill, exit, leave, error, partitioned, spawn or session\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
}

int main(int argc, char** argv) {
  int rank = 0;
  int size = 0;
  int got = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 100; ++i) {
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  if (rank == 1) end(argc > 1 ? argv[1] : "");
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

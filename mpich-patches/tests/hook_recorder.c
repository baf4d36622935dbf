// SPDX-License-Identifier: Apache-2.0
//
// The smallest tracing library: writes what the hooks of the patched MPICH report, a line each, to HOOK_OUTPUT.<rank>.
//   S state source destination context tag bytes          R the same, then the number that the receive had when posted
//   F state handle context                                a communicator object went away
//   C name count                                          calls of the profiled functions, at the end
// The state is the text of the last MPI_Pcontrol(1, text) of the program. Also counts some MPI_ calls, to show that
// those of Fortran programs arrive here. One thread only.
#include <mpi.h>
#include <mpich_hooks.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INIT, WAITALL, BARRIER, SPLIT, ISEND, COMM_FREE, PROFILED };

static struct recorder {
  FILE* file;
  int rank;
  unsigned long long posts;
  int calls[PROFILED];
  char state[64];
} recorder = {.state = "before"};

static FILE* output(void) {
  if (recorder.file == NULL) {
    const char* rank = getenv("PMI_RANK");
    const char* prefix = getenv("HOOK_OUTPUT");
    char name[4096];
    recorder.rank = rank != NULL ? atoi(rank) : 0;
    snprintf(name, sizeof name, "%s.%d", prefix != NULL ? prefix : "hooks", recorder.rank);
    recorder.file = fopen(name, "w");
    if (recorder.file == NULL) {
      perror(name);
      exit(3);
    }
  }
  return recorder.file;
}

void MPIX_Trace_hidden_send(const MPIX_Trace_message* message) {
  FILE* file = output();
  fprintf(file, "S %s %d %d %d %d %lld\n", recorder.state, recorder.rank, message->peer, message->context, message->tag,
          message->bytes);
}

unsigned long long MPIX_Trace_hidden_post(void) { return ++recorder.posts; }

void MPIX_Trace_hidden_receive(const MPIX_Trace_message* message, unsigned long long post) {
  FILE* file = output();
  fprintf(file, "R %s %d %d %d %d %lld %llu\n", recorder.state, message->peer, recorder.rank, message->context,
          message->tag, message->bytes, post);
}

void MPIX_Trace_comm_freed(int comm, int context) {
  FILE* file = output();
  fprintf(file, "F %s %d %d\n", recorder.state, comm, context);
}

int MPI_Pcontrol(const int level, ...) {
  if (level == 1) {
    va_list arguments;
    va_start(arguments, level);
    snprintf(recorder.state, sizeof recorder.state, "%s", va_arg(arguments, const char*));
    va_end(arguments);
  }
  return MPI_SUCCESS;
}

int MPI_Init(int* argc, char*** argv) {
  recorder.calls[INIT]++;
  return PMPI_Init(argc, argv);
}
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  recorder.calls[WAITALL]++;
  return PMPI_Waitall(count, requests, statuses);
}
int MPI_Barrier(MPI_Comm comm) {
  recorder.calls[BARRIER]++;
  return PMPI_Barrier(comm);
}
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* result) {
  recorder.calls[SPLIT]++;
  return PMPI_Comm_split(comm, color, key, result);
}
int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm,
              MPI_Request* request) {
  recorder.calls[ISEND]++;
  return PMPI_Isend(buffer, count, type, destination, tag, comm, request);
}
int MPI_Comm_free(MPI_Comm* comm) {
  recorder.calls[COMM_FREE]++;
  return PMPI_Comm_free(comm);
}
int MPI_Finalize(void) {
  static const char* const names[PROFILED] = {"Init", "Waitall", "Barrier", "Comm_split", "Isend", "Comm_free"};
  snprintf(recorder.state, sizeof recorder.state, "Finalize");
  const int status = PMPI_Finalize();
  FILE* file = output();
  for (int i = 0; i < PROFILED; i++) fprintf(file, "C %s %d\n", names[i], recorder.calls[i]);
  fclose(file);
  recorder.file = NULL;
  return status;
}

// SPDX-License-Identifier: Apache-2.0
//
// The start and the end of the recording: MPI_Init, MPI_Finalize, MPI_Abort, exit. Time 0 is the call of MPI_Init.
#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "mpich-patches/trace/communicators.h"
#include "mpich-patches/trace/notes.h"
#include "mpich-patches/trace/recorder.h"
#include "mpich-patches/trace/requests.h"
#include "mpich-patches/trace/writer.h"

/* The numbers of mpi.h are MPICH's: in the functions of Open MPI, which the same names lead to in a program that is
 * linked with it, they would be wild pointers. The version may be asked before MPI_Init and takes none of them. */
static void refuse_open_mpi(void) {
  int (*ask)(char*, int*) = NULL;
  *(void**)(&ask) = dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
  char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  int length = 0;
  if (ask == NULL || ask(text, &length) != MPI_SUCCESS || strncmp(text, "Open MPI", strlen("Open MPI")) != 0) return;
  text[strcspn(text, ",\n")] = '\0';
  const char* rank = getenv("PMI_RANK");
  if (rank == NULL || strcmp(rank, "0") == 0) {
    fprintf(
        stderr,
        "libtrgen-trace: %s runs on %s, and only programs for MPICH can be recorded; compile it again with the mpicc "
        "(mpicxx, mpifort) of that MPICH\n",
        program_invocation_name, text);
  }
  exit(3);
}

static void begin(struct tr_name* name) {
  refuse_open_mpi();
  tr_clock_open();
  if (!tr_writer_start()) exit(3);
  const uint64_t raw = tr_clock();
  tr_recorder_start(raw);
  tr_enter(name, raw);
}

static uint64_t wall_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void fill_header(int rank, int ranks) {
  struct trgen_rank_header* header = tr_writer_header();
  memcpy(header->magic, TRGEN_RANK_MAGIC, sizeof header->magic);
  header->rank = (uint32_t)rank;
  header->ranks = (uint32_t)ranks;
  header->clock = tr_clock_kind();
  header->flags |= tr_hooks_present() ? TRGEN_HOOKS_PRESENT : 0u;
  header->wall_start_ns = wall_time();
}

/* The process of the rank: its children map the same file, and must leave its header alone. */
static pid_t own_process;

static void note_exit(int code) {
  if (getpid() != own_process || !tr_recording()) return;
  struct trgen_rank_header* header = tr_writer_header();
  if ((header->flags & TRGEN_EXITED) != 0) return;
  header->exit_code = (uint32_t)code & 0xffu;
  header->flags |= TRGEN_EXITED;
}

static void at_exit(int code, void* nothing) {
  (void)nothing;
  note_exit(code);
}

/* After PMPI_Init: the rank is known. */
static void establish(int thread_level) {
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* directory = getenv("TRGEN_TRACE_DIR");
  fill_header(rank, ranks);
  if (directory == NULL || *directory == '\0') {
    if (rank == 0) fprintf(stderr, "libtrgen-trace: TRGEN_TRACE_DIR is not set; set it to the folder for the files of the ranks\n");
    PMPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
  }
  if (!tr_writer_open(directory, (uint32_t)rank)) {
    PMPI_Abort(MPI_COMM_WORLD, 3);
    exit(3);
  }
  if (tr_window.stopped) tr_writer_count_lost(tr_entries_records());
  own_process = getpid();
  on_exit(at_exit, NULL);
  tr_writer_header()->clock_cost = tr_recorder_calibrate();
  tr_notes(thread_level);
  tr_communicators_start();
  if (thread_level == MPI_THREAD_MULTIPLE) tr_recorder_share();
}

#pragma GCC visibility push(default)

int MPI_Init(int* argc, char*** argv) {
  static struct tr_name name = TR_NAME("MPI_Init");
  begin(&name);
  const int result = PMPI_Init(argc, argv);
  if (result != MPI_SUCCESS) return result;
  establish(MPI_THREAD_SINGLE);
  tr_leave(true);
  return result;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  static struct tr_name name = TR_NAME("MPI_Init_thread");
  begin(&name);
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  if (result != MPI_SUCCESS) return result;
  establish(*provided);
  tr_leave(true);
  return result;
}

int MPI_Finalize(void) {
  static struct tr_name name = TR_NAME("MPI_Finalize");
  tr_enter(&name, tr_clock());
  tr_sweep_freed(true);
  const int result = PMPI_Finalize();
  tr_leave(true);
  if (!tr_recording()) return result;
  tr_lock();
  tr_put_not_captured(tr_time());
  if (!tr_window.stopped) tr_writer_header()->flags |= TRGEN_FINALIZED;
  tr_recorder_stop();
  tr_writer_close();
  tr_unlock();
  return result;
}

/* The C library's exit does not call these names, so at_exit() has noted its code before. */
void _exit(int code) {
  note_exit(code);
  for (;;) syscall(SYS_exit_group, code);
}

void _Exit(int code) { _exit(code); }

int MPI_Abort(MPI_Comm comm, int code) {
  static struct tr_name name = TR_NAME("MPI_Abort");
  tr_enter(&name, tr_clock());
  if (tr_recording()) tr_writer_header()->flags |= TRGEN_ABORTED;
  return PMPI_Abort(comm, code);
}

#pragma GCC visibility pop

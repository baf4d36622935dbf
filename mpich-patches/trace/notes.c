// SPDX-License-Identifier: Apache-2.0
#include "mpich-patches/trace/notes.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mpich-patches/trace/communicators.h"
#include "mpich-patches/trace/recorder.h"

enum { LONGEST = 4096 };

extern char** environ;

static void note(const char* what, const char* text) {
  char line[LONGEST + 64];
  snprintf(line, sizeof line, "%s: %s", what, text);
  tr_put_note(tr_time(), line);
}

static void note_program(void) {
  char line[LONGEST];
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t length = read(file, line, sizeof line - 1);
  close(file);
  if (length <= 0) return;
  line[length] = '\0';
  for (ssize_t i = 0; i + 1 < length; ++i) {
    if (line[i] == '\0' || line[i] == '\n') line[i] = ' ';
  }
  note("program", line);
}

/* Version, date, device, configuration ...: a note a line. */
static void note_library(void) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  if (PMPI_Get_library_version(text, &length) != MPI_SUCCESS) return;
  char* rest = NULL;
  for (char* line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    for (char* c = line; *c != '\0'; ++c) {
      if (*c == '\t') *c = ' ';
    }
    note("library", line);
  }
}

/* Settings of MPICH: they choose the algorithms of collectives, and with them the messages. Not the name of the machine,
   which the launcher sets: it chooses nothing. */
static void note_settings(void) {
  static const char* const prefixes[] = {"MPIR_CVAR_", "MPICH_", "MPIR_PARAM_"};
  for (char** variable = environ; *variable != NULL; ++variable) {
    if (strstr(*variable, "INTERFACE_HOSTNAME") != NULL) continue;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i) {
      if (strncmp(*variable, prefixes[i], strlen(prefixes[i])) == 0) note("setting", *variable);
    }
  }
}

void tr_notes(int thread_level) {
  note_program();
  note_library();
  note_settings();
  note("clock", tr_clock_name());
  note("hooks", tr_hooks_present() ? "present: messages inside collectives are recorded"
                                   : "absent (stock MPICH): messages inside collectives are not recorded");
  if (thread_level == MPI_THREAD_MULTIPLE) {
    note("threads", "MPI_THREAD_MULTIPLE: calls of several threads at once are one state, named after the first");
  }
}

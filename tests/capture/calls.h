// SPDX-License-Identifier: Apache-2.0
//
// A program that uses every call that the tracing library wraps, and checks what the calls do; 2 ranks or more. What it
// sends is a known ring, so that a trace of it can be checked too.
#ifndef TESTS_CAPTURE_CALLS_H
#define TESTS_CAPTURE_CALLS_H

#include <mpi.h>

struct world {
  int rank, size, left, right;
};
extern struct world world;

/* Ends the program when `holds` is false. */
void check_at(int holds, const char* what, const char* file, int line);
#define CHECK(condition) check_at((condition) != 0, #condition, __FILE__, __LINE__)

/* Each once with int and once with MPI_Count. */
void messages_int(void);
void messages_large(void);
void collectives_int(void);
void collectives_large(void);
void windows_int(void);
void windows_large(void);
void files_int(const char* path);
void files_large(const char* path);
void completion(void);
void corners(int stock);
void communicators(int stock);

#endif

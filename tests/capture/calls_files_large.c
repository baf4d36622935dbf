// SPDX-License-Identifier: Apache-2.0
#define CALL(name) MPI_##name##_c
#include "tests/capture/calls_files.h"

void files_large(const char* path) { files(path); }

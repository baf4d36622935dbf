// SPDX-License-Identifier: Apache-2.0
#define CALL(name) MPI_##name
#include "tests/capture/calls_files.h"

void files_int(const char* path) { files(path); }

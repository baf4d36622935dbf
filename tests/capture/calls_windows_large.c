// SPDX-License-Identifier: Apache-2.0
#define CALL(name) MPI_##name##_c
#include "tests/capture/calls_windows.h"

void windows_large(void) { windows(); }

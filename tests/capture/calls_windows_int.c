// SPDX-License-Identifier: Apache-2.0
#define CALL(name) MPI_##name
#include "tests/capture/calls_windows.h"

void windows_int(void) { windows(); }

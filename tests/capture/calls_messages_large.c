// SPDX-License-Identifier: Apache-2.0
#define COUNT MPI_Count
#define CALL(name) MPI_##name##_c
#include "tests/capture/calls_messages.h"

void messages_large(void) { messages(); }

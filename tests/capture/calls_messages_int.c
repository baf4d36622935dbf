// SPDX-License-Identifier: Apache-2.0
#define COUNT int
#define CALL(name) MPI_##name
#include "tests/capture/calls_messages.h"

void messages_int(void) { messages(); }

// SPDX-License-Identifier: Apache-2.0
#define COUNT MPI_Count
#define PLACE MPI_Aint
#define CALL(name) MPI_##name##_c
#include "tests/capture/calls_collectives.h"

void collectives_large(void) { collectives(); }

// SPDX-License-Identifier: Apache-2.0
#define COUNT int
#define PLACE int
#define CALL(name) MPI_##name
#include "tests/capture/calls_collectives.h"

static void barriers(void) {
  MPI_Request request;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

void collectives_int(void) {
  barriers();
  collectives();
}

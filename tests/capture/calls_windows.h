// SPDX-License-Identifier: Apache-2.0
//
// One-sided calls; the including file says with which counts.
#include "tests/capture/calls.h"

static int* memory;

static void active(MPI_Win window) {
  int value = world.rank;
  int got = -1;
  memory[0] = memory[1] = world.rank;
  MPI_Win_fence(0, window);
  CALL(Put)(&value, 1, MPI_INT, world.right, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  CHECK(memory[0] == world.left);
  CALL(Get)(&got, 1, MPI_INT, world.right, 1, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  CHECK(got == world.right);
  CALL(Accumulate)(&value, 1, MPI_INT, world.right, 1, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  CHECK(memory[1] == world.rank + world.left);
}

/* From each even rank to the odd one after it. On a window of its own: after fences, MPICH 4.0.2 may hang. */
static void general(MPI_Win window) {
  const int odd = world.rank % 2;
  const int partner = odd ? world.left : world.right;
  int value = world.rank;
  int done = 0;
  MPI_Group all;
  MPI_Group one;
  if (!odd && partner == 0) return;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &partner, &one);
  for (int round = 0; round < 2; ++round) {
    if (!odd) {
      MPI_Win_start(one, 0, window);
      CALL(Put)(&value, 1, MPI_INT, partner, 0, 1, MPI_INT, window);
      MPI_Win_complete(window);
      continue;
    }
    memory[0] = -1;
    MPI_Win_post(one, 0, window);
    if (round == 0) {
      MPI_Win_wait(window);
    } else {
      while (!done) MPI_Win_test(window, &done);
    }
    CHECK(memory[0] == partner);
  }
  MPI_Group_free(&one);
  MPI_Group_free(&all);
}

static void passive(MPI_Win window) {
  int value = world.rank;
  int got = -1;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, world.right, 0, window);
  CALL(Rput)(&value, 1, MPI_INT, world.right, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_flush(world.right, window);
  CALL(Rget)(&got, 1, MPI_INT, world.right, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == world.rank);
  MPI_Win_flush_local(world.right, window);
  MPI_Win_sync(window);
  MPI_Win_unlock(world.right, window);
  MPI_Win_lock_all(0, window);
  CALL(Raccumulate)(&value, 1, MPI_INT, world.right, 0, 1, MPI_INT, MPI_REPLACE, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CALL(Rget_accumulate)
  (&value, 1, MPI_INT, &got, 1, MPI_INT, world.right, 0, 1, MPI_INT, MPI_NO_OP, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == world.rank);
  CALL(Get_accumulate)(&value, 1, MPI_INT, &got, 1, MPI_INT, world.right, 0, 1, MPI_INT, MPI_NO_OP, window);
  MPI_Win_flush_all(window);
  CHECK(got == world.rank);
  MPI_Fetch_and_op(&value, &got, MPI_INT, world.right, 0, MPI_SUM, window);
  MPI_Compare_and_swap(&value, &value, &got, MPI_INT, world.right, 0, window);
  MPI_Win_flush_local_all(window);
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void windows(void) {
  int room[2];
  MPI_Win window;
  memory = room;
  CALL(Win_create)(room, sizeof room, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Win_set_info(window, info);
  MPI_Info_free(&info);
  active(window);
  passive(window);
  MPI_Win_free(&window);
  CALL(Win_create)(room, sizeof room, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  general(window);
  MPI_Win_free(&window);
  CALL(Win_allocate)(sizeof room, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  active(window);
  MPI_Win_free(&window);
  MPI_Comm shared;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
  CALL(Win_allocate_shared)(sizeof room, sizeof(int), MPI_INFO_NULL, shared, &memory, &window);
  MPI_Win_free(&window);
  MPI_Comm_free(&shared);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_free(&window);
}

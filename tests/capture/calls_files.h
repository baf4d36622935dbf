// SPDX-License-Identifier: Apache-2.0
//
// MPI-IO; the including file says with which counts. Each rank writes one number a step at its place and reads it back.
#include <unistd.h>

#include "tests/capture/calls.h"

static MPI_File file;
static int value, got;
static MPI_Offset mine;

#define WRITTEN(read)            \
  do {                           \
    MPI_File_sync(file);         \
    MPI_Barrier(MPI_COMM_WORLD); \
    got = -1;                    \
    read;                        \
    CHECK(got == value);         \
    ++value;                     \
  } while (0)

static void places(void) {
  MPI_Request request;
  CALL(File_write_at)(file, mine, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  WRITTEN(CALL(File_read_at)(file, mine, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  CALL(File_write_at_all)(file, mine, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  WRITTEN(CALL(File_read_at_all)(file, mine, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  CALL(File_iwrite_at)(file, mine, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  WRITTEN({
    CALL(File_iread_at)(file, mine, &got, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  CALL(File_iwrite_at_all)(file, mine, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  WRITTEN({
    CALL(File_iread_at_all)(file, mine, &got, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  CALL(File_write_at_all_begin)(file, mine, &value, 1, MPI_INT);
  MPI_File_write_at_all_end(file, &value, MPI_STATUS_IGNORE);
  WRITTEN({
    CALL(File_read_at_all_begin)(file, mine, &got, 1, MPI_INT);
    MPI_File_read_at_all_end(file, &got, MPI_STATUS_IGNORE);
  });
}

#define BACK() MPI_File_seek(file, mine, MPI_SEEK_SET)

static void pointers(void) {
  MPI_Request request;
  BACK();
  CALL(File_write)(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  BACK();
  WRITTEN(CALL(File_read)(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  BACK();
  CALL(File_write_all)(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  BACK();
  WRITTEN(CALL(File_read_all)(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  BACK();
  CALL(File_iwrite)(file, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  BACK();
  WRITTEN({
    CALL(File_iread)(file, &got, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  BACK();
  CALL(File_iwrite_all)(file, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  BACK();
  WRITTEN({
    CALL(File_iread_all)(file, &got, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  BACK();
  CALL(File_write_all_begin)(file, &value, 1, MPI_INT);
  MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE);
  BACK();
  WRITTEN({
    CALL(File_read_all_begin)(file, &got, 1, MPI_INT);
    MPI_File_read_all_end(file, &got, MPI_STATUS_IGNORE);
  });
}

/* One pointer for all: in order of rank, or first come first served (then only that something comes back is known). */
static void together(void) {
  MPI_Request request;
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  CALL(File_write_ordered)(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  WRITTEN(CALL(File_read_ordered)(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  CALL(File_write_ordered_begin)(file, &value, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &value, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  WRITTEN({
    CALL(File_read_ordered_begin)(file, &got, 1, MPI_INT);
    MPI_File_read_ordered_end(file, &got, MPI_STATUS_IGNORE);
  });
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  CALL(File_write_shared)(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  CALL(File_iwrite_shared)(file, &value, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  got = -1;
  CALL(File_read_shared)(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got >= 0);
  CALL(File_iread_shared)(file, &got, 1, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got >= 0);
}

static void files(const char* path) {
  mine = (MPI_Offset)sizeof(int) * world.rank;
  value = 1000 * (world.rank + 1);
  if (world.rank == 0) unlink(path);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 0);
  MPI_File_preallocate(file, 4096);
  MPI_File_set_atomicity(file, 1);
  MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  places();
  pointers();
  together();
  MPI_File_close(&file);
}

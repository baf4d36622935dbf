/* SPDX-License-Identifier: Apache-2.0
 * Files of MPI: each rank writes and reads in turn by itself, together, without waiting, through a view, and by the
 * shared pointer. Rank 0 prints "ok NAME" or "wrong NAME". Usage: files FILE */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { length = 3000 };
static int rank, ranks;

static void tell(const char* name, int right) {
  int all = 0;
  MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %s\n", all ? "ok" : "wrong", name);
}

static void fill(int* values, int from) {
  for (int i = 0; i < length; ++i) values[i] = from * length + i;
}
static int is_of(const int* values, int from) {
  int right = 1;
  for (int i = 0; i < length; ++i) right = right && values[i] == from * length + i;
  return right;
}

static void by_place(MPI_File file) {
  int values[length], read[length] = {0}, next = (rank + 1) % ranks, count;
  MPI_Status status;
  fill(values, rank);
  MPI_File_write_at(file, (MPI_Offset)sizeof values * rank, values, length, MPI_INT, &status);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_read_at(file, (MPI_Offset)sizeof values * next, read, length, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  tell("place", count == length && is_of(read, next));
}

static void together(MPI_File file) {
  int values[length], read[length] = {0};
  MPI_Status status;
  fill(values, ranks - 1 - rank);
  MPI_File_write_at_all(file, (MPI_Offset)sizeof values * (ranks - 1 - rank), values, length, MPI_INT, &status);
  MPI_File_read_at_all(file, (MPI_Offset)sizeof values * rank, read, length, MPI_INT, &status);
  tell("together", is_of(read, rank));
}

static void without_waiting(MPI_File file) {
  int values[length], read[length] = {0};
  MPI_Request request;
  MPI_Status status;
  fill(values, rank);
  MPI_File_iwrite_at(file, (MPI_Offset)sizeof values * rank, values, length, MPI_INT, &request);
  MPI_Wait(&request, &status);
  MPI_File_iread_at(file, (MPI_Offset)sizeof values * rank, read, length, MPI_INT, &request);
  MPI_Wait(&request, &status);
  tell("without-waiting", is_of(read, rank));
}

/* Ranks own every ranks-th number. */
static void through_a_view(MPI_File file) {
  int values[length], read[length] = {0}, right = 1;
  MPI_Datatype every;
  MPI_Status status;
  MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)sizeof(int) * ranks, &every);
  MPI_Type_commit(&every);
  for (int i = 0; i < length; ++i) values[i] = i * ranks + rank;
  MPI_File_set_view(file, (MPI_Offset)sizeof(int) * rank, MPI_INT, every, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, values, length, MPI_INT, &status);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(file, length * rank, read, length, MPI_INT, &status);
  for (int i = 0; i < length; ++i) right = right && read[i] == length * rank + i;
  MPI_Type_free(&every);
  tell("view", right);
}

static void by_the_shared_pointer(MPI_File file) {
  int value = rank, *read = calloc((size_t)ranks, sizeof(int)), right = 1, seen = 0;
  MPI_Status status;
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_write_shared(file, &value, 1, MPI_INT, &status);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(file, 0, read, ranks, MPI_INT, &status);
  for (int i = 0; i < ranks; ++i) {
    right = right && read[i] >= 0 && read[i] < ranks && (seen >> read[i] & 1) == 0;
    seen |= 1 << read[i];
  }
  free(read);
  tell("shared-pointer", right);
}

int main(int count, char** words) {
  MPI_File file;
  MPI_Offset bytes = 0;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_File_open(MPI_COMM_WORLD, words[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  by_place(file);
  together(file);
  without_waiting(file);
  through_a_view(file);
  by_the_shared_pointer(file);
  MPI_File_get_size(file, &bytes);
  tell("size", bytes == (MPI_Offset)sizeof(int) * length * ranks);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}

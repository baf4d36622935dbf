/* SPDX-License-Identifier: Apache-2.0 */
/* What a program says by fsin_live.h: a mode, and its numbers. Each rank tells by how much it has computed. */
#include <fsin_live.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static double sum = 0;

static void compute(long steps) {
  for (long i = 1; i <= steps; ++i) sum += 1.0 / (double)i;
}

int main(int count, char** words) {
  const char* mode = words[1];
  const long times = count > 2 ? strtol(words[2], NULL, 10) : 0;
  const double flops = count > 3 ? strtod(words[3], NULL) : 0;
  const long blocks = 100, steps = 20000;
  long computed = 0;
  int rank = 0, ranks = 0;
  unsigned char* before = FSIN_SHARED_MALLOC(100);
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double begin = MPI_Wtime();
  if (strcmp(mode, "local") == 0) {
    for (long i = 0; i < blocks; ++i) {
      FSIN_SAMPLE_LOCAL(times) {
        compute(steps);
        ++computed;
      }
    }
  } else if (strcmp(mode, "global") == 0) {
    for (long i = 0; i < blocks; ++i) FSIN_SAMPLE_GLOBAL(times, 0) compute(steps), ++computed;
  } else if (strcmp(mode, "error") == 0) { /* until the mean is known to 1 / times */
    for (long i = 0; i < 20 * blocks; ++i) {
      FSIN_SAMPLE_LOCAL(3, 1.0 / (double)times) compute(steps), ++computed;
    }
  } else if (strcmp(mode, "nested") == 0) {
    for (long i = 0; i < blocks; ++i) {
      FSIN_SAMPLE_LOCAL(times) {
        for (int j = 0; j < 2; ++j) {
          FSIN_SAMPLE_LOCAL(5) ++computed;
        }
      }
    }
  } else if (strcmp(mode, "delay") == 0) {
    for (long i = 0; i < times; ++i) FSIN_SAMPLE_DELAY(flops)++ computed;
  } else if (strcmp(mode, "region") == 0) {
    for (long i = 0; i < times; ++i) {
      FSIN_REGION_BEGIN("outer");
      FSIN_SAMPLE_DELAY(flops * (rank + 1)) {}
      FSIN_REGION_BEGIN("barrier");
      MPI_Barrier(MPI_COMM_WORLD);
      FSIN_REGION_END("barrier");
      FSIN_REGION_END("outer");
    }
    FSIN_REGION_BEGIN("open at the end");
  } else if (strcmp(mode, "crossed") == 0) {
    FSIN_REGION_BEGIN("one");
    FSIN_REGION_BEGIN("two");
    FSIN_REGION_END("one");
  } else if (strcmp(mode, "memory") == 0) {
    unsigned char* all = NULL;
    for (int i = 0; i < 2; ++i) all = FSIN_SHARED_MALLOC((size_t)times);
    unsigned char* other = FSIN_SHARED_MALLOC((size_t)times);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) memset(all, 17, (size_t)times), before[99] = 5;
    MPI_Barrier(MPI_COMM_WORLD);
    computed = all[0] == 17 && all[times - 1] == 17 && other[0] != 17 && before[99] == 5;
    MPI_Barrier(MPI_COMM_WORLD);
    /* From memory that ranks share, in place where it is long; from its middle into memory of the rank; into itself. */
    const int lengths[] = {1000, (int)(times / 2), (int)times};
    unsigned char* own = malloc((size_t)times);
    for (int i = 0; i < 3; ++i) {
      unsigned char* from = all + (times - lengths[i]);
      memset(own, 1, (size_t)times);
      if (rank == 0) {
        memset(all, 30 + i, (size_t)times);
        MPI_Send(from, lengths[i], MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Send(all, (int)times, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
      } else if (rank == 1) {
        MPI_Status status;
        int bytes = 0;
        MPI_Recv(own, (int)times, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        computed = computed && bytes == lengths[i] && own[0] == 30 + i && own[lengths[i] - 1] == 30 + i;
        if (lengths[i] < times) computed = computed && own[lengths[i]] == 1;
        MPI_Recv(all, (int)times, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status);
        computed = computed && all[0] == 30 + i && all[times - 1] == 30 + i;
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
    free(own);
    FSIN_SHARED_FREE(other);
    FSIN_SHARED_FREE(all);
  } else if (strcmp(mode, "sends") == 0) {
    FSIN_SAMPLE_LOCAL(1) MPI_Barrier(MPI_COMM_WORLD);
  } else if (strcmp(mode, "breaks") == 0) {
    for (long i = 0; i < blocks; ++i) FSIN_SAMPLE_LOCAL(3) {
        if (++computed > 1) break;
      }
  } else if (strcmp(mode, "bursts") == 0) {
    for (long i = 0; i < blocks; ++i) {
      compute(steps);
      MPI_Barrier(MPI_COMM_WORLD);
      compute(10 * steps);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  const double took = MPI_Wtime() - begin;
  for (int each = 0; each < ranks; ++each) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (each == rank) fprintf(stderr, "rank %d computed %ld in %.9f s\n", rank, computed, sum < 0 ? 0 : took);
  }
  FSIN_SHARED_FREE(before);
  MPI_Finalize();
  return 0;
}

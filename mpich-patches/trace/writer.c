// SPDX-License-Identifier: Apache-2.0
//
// The file is allocated (posix_fallocate) before it is mapped, so that a full disk is an error here and not a SIGBUS
// later, and is mapped MAP_SHARED, so that what was written survives kill -9. The pages of a new window are touched
// once: later writes then meet no page fault, and the cost of a window lies in one place, where the recorder takes it
// off the times.
#include "mpich-patches/trace/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = 1 << 20, PAGE = 4096 };

struct tr_window tr_window = {NULL, 0, 0, 0, true};

static struct {
  int descriptor;
  uint32_t rank;
  bool mapped; /* the records are in the file; else, where there was no room for any, in memory */
  struct trgen_rank_header* header;
} file = {-1, 0, false, NULL};

bool tr_writer_start(void) {
  void* memory = mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "libtrgen-trace: no memory for the first records: %s\n", strerror(errno));
    return false;
  }
  tr_window = (struct tr_window){memory, WINDOW, sizeof(struct trgen_rank_header), 0, false};
  file.header = memory;
  return true;
}

/* Growing beyond the limit of the process would raise SIGXFSZ: that is asked first. */
static bool is_beyond_limit(uint64_t end) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && end > limit.rlim_cur;
}

static int allocate(uint64_t offset, uint64_t size) {
  if (is_beyond_limit(offset + size)) return EFBIG;
  int error = posix_fallocate(file.descriptor, (off_t)offset, (off_t)size);
  while (error == EINTR) error = posix_fallocate(file.descriptor, (off_t)offset, (off_t)size);
  return error;
}

/* No rank holds more room than it has used so far, but for the first page: on a small disk the others get theirs. */
static size_t wanted_window(uint64_t offset, size_t smallest) {
  size_t size = PAGE;
  while (size < WINDOW && size < offset) size *= 2;
  return size < smallest ? smallest : size;
}

/* Maps a window at `offset` (a multiple of the page), as large as there is room for, at least `least` bytes. */
static int map_window(uint64_t offset, size_t least) {
  const size_t smallest = (least + PAGE - 1) / PAGE * PAGE;
  size_t size = wanted_window(offset, smallest);
  int error = allocate(offset, size);
  while (error != 0 && size > smallest) {
    size = size / 2 > smallest ? size / 2 / PAGE * PAGE : smallest;
    error = allocate(offset, size);
  }
  if (error != 0) return error;
  char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, (off_t)offset);
  if (memory == MAP_FAILED) return errno;
  for (size_t at = 0; at < size; at += PAGE) {
    volatile char* byte = memory + at;
    *byte = *byte;
  }
  tr_window.start = memory;
  tr_window.size = size;
  tr_window.offset = offset;
  return 0;
}

static void stop(int error) {
  tr_window.stopped = true;
  file.header->flags |= TRGEN_STOPPED_EARLY;
  file.header->stop_error = (uint32_t)error;
  fprintf(stderr, "libtrgen-trace: rank %u: no room for more records after %llu bytes (%s); recording stops here\n",
          file.rank, (unsigned long long)(file.mapped ? tr_window.offset + tr_window.used : 0), strerror(error));
}

static bool is_lack_of_room(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG; }

/* A file that cannot be made for lack of room ends the recording only; for another reason the setting is wrong. */
static bool stop_or_fail(int error, const char* what, const char* path) {
  if (is_lack_of_room(error)) {
    stop(error);
    return true;
  }
  fprintf(stderr, "libtrgen-trace: rank %u: cannot %s %s: %s\n", file.rank, what, path, strerror(error));
  return false;
}

/* The first records move from memory into the file; its header gets a mapping of its own, which stays. */
static int move_into_file(void) {
  const struct tr_window early = tr_window;
  const int error = map_window(0, early.used);
  if (error != 0) return error;
  void* header = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0);
  if (header == MAP_FAILED) {
    const int why = errno;
    munmap(tr_window.start, tr_window.size);
    tr_window = early;
    return why;
  }
  memcpy(tr_window.start, early.start, early.used);
  munmap(early.start, early.size);
  file.header = header;
  file.mapped = true;
  return 0;
}

bool tr_writer_open(const char* directory, uint32_t rank) {
  char path[PAGE];
  file.rank = rank;
  const int length = snprintf(path, sizeof path, "%s/rank-%06u.raw", directory, rank);
  if (length < 0 || (size_t)length >= sizeof path) {
    fprintf(stderr, "libtrgen-trace: TRGEN_TRACE_DIR: the name is too long\n");
    return false;
  }
  if (mkdir(directory, 0777) != 0 && errno != EEXIST) return stop_or_fail(errno, "make the folder", directory);
  file.descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file.descriptor < 0) return stop_or_fail(errno, "write", path);
  const int error = move_into_file();
  if (error != 0) stop(error);
  return true;
}

void tr_writer_count_lost(uint64_t records) { file.header->lost_records += records; }

struct trgen_rank_header* tr_writer_header(void) {
  return file.header;
}

void tr_writer_grow(size_t bytes) {
  if (!file.mapped) {
    stop(ENOMEM);
    return;
  }
  const struct tr_window old = tr_window;
  const uint64_t position = old.offset + old.used;
  const uint64_t offset = position / PAGE * PAGE;
  const int error = map_window(offset, (size_t)(position - offset) + bytes);
  if (error != 0) {
    stop(error);
    return;
  }
  tr_window.used = (size_t)(position - offset);
  munmap(old.start, old.size);
}

void tr_writer_withdraw(uint64_t position) {
  struct trgen_rank_entry* mapped = NULL;
  struct trgen_rank_entry entry;
  if (position >= tr_window.offset) {
    mapped = (struct trgen_rank_entry*)(void*)(tr_window.start + (position - tr_window.offset));
    entry = *mapped;
  } else if (pread(file.descriptor, &entry, sizeof entry, (off_t)position) != (ssize_t)sizeof entry) {
    return;
  }
  const struct trgen_rank_entry empty = {.time = entry.time, .kind = TRGEN_NOTE, .peer = TRGEN_NO_PEER};
  if (mapped != NULL) {
    *mapped = empty;
  } else if (pwrite(file.descriptor, &empty, sizeof empty, (off_t)position) != (ssize_t)sizeof empty) {
    fprintf(stderr, "libtrgen-trace: rank %u: cannot withdraw the record of a send that did not happen: %s\n",
            file.rank, strerror(errno));
  }
}

/* Where there was no room for a page there may be some now, if only for the header: it says what is missing. */
static bool leave_header(void) {
  const struct trgen_rank_header header = *file.header;
  if (is_beyond_limit(sizeof header)) return false;
  const ssize_t written = pwrite(file.descriptor, &header, sizeof header, 0);
  if (written == (ssize_t)sizeof header) return true;
  if (written > 0 && ftruncate(file.descriptor, 0) != 0) return true; /* a part of it: no worse than an empty file */
  return false;
}

static void cut_file(void) {
  const uint64_t end = tr_window.offset + tr_window.used;
  munmap(tr_window.start, tr_window.size);
  munmap(file.header, PAGE);
  if (ftruncate(file.descriptor, (off_t)end) != 0) {
    fprintf(stderr, "libtrgen-trace: rank %u: cannot cut its file: %s\n", file.rank, strerror(errno));
  }
}

void tr_writer_close(void) {
  tr_window.stopped = true;
  if (file.descriptor < 0) return;
  if (file.mapped) {
    cut_file();
  } else if (!leave_header()) {
    fprintf(stderr, "libtrgen-trace: rank %u: its file stays empty; %llu records had no room\n", file.rank,
            (unsigned long long)file.header->lost_records);
  }
  close(file.descriptor);
  file.descriptor = -1;
}

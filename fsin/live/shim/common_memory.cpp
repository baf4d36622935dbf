// SPDX-License-Identifier: Apache-2.0
// Each line of a program that allocates so many bytes has one piece of the file that all ranks can map.
#include "fsin/live/shim/common_memory.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fsin/live/shim/sampling.hpp"
#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {
namespace {

struct Piece {
  void* data;
  std::size_t bytes;
  Piece* next;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
Piece* pieces = nullptr;

int common_file() {
  static const int file = open(getenv(shared_variable), O_RDWR | O_CLOEXEC);
  return file;
}

}  // namespace

std::uint64_t take_common(std::uint64_t bytes) {
  Shared& shared = rank().memory.shared();
  const std::uint64_t offset = shared.common.fetch_add(bytes);
  if (offset + bytes > most_common_memory) fsin_live_stop("asks for more than 4 TiB of shared memory");
  return shared.mapped_bytes + offset;
}

void* shared_malloc(std::size_t bytes, const char* file, int line) {
  if (bytes > most_common_memory) return nullptr;
  const std::size_t whole = whole_pages(bytes > 0 ? bytes : 1);
  pthread_mutex_lock(&lock);
  Site& site = find_site({SiteKind::memory, file, line, whole});
  auto* piece = static_cast<Piece*>(malloc(sizeof(Piece)));
  void* data = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, common_file(),
                    static_cast<off_t>(site.offset));
  if (piece == nullptr || data == MAP_FAILED) {
    free(piece);
    data = nullptr;
  } else {
    *piece = {data, whole, pieces};
    pieces = piece;
    site.done.fetch_add(1);
  }
  pthread_mutex_unlock(&lock);
  return data;
}

void shared_free(void* data) {
  if (data == nullptr) return;
  pthread_mutex_lock(&lock);
  Piece** place = &pieces;
  while (*place != nullptr && (*place)->data != data) place = &(*place)->next;
  Piece* piece = *place;
  if (piece != nullptr) {
    *place = piece->next;
    munmap(piece->data, piece->bytes);
    free(piece);
  }
  pthread_mutex_unlock(&lock);
  if (piece == nullptr) free(data);  // it is of malloc
}

}  // namespace fsin::live::shim

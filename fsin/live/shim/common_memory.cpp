// SPDX-License-Identifier: Apache-2.0
// Each line of a program that allocates has one part of the file, of which all ranks can map as much as they ask for.
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
  std::byte* data;
  std::size_t bytes;
  std::uint64_t offset;  ///< in the file
  bool of_program;       ///< else it is there for messages of others
  Piece* next;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
Piece* pieces = nullptr;

int common_file() {
  static const int file = open(getenv(shared_variable), O_RDWR | O_CLOEXEC);
  return file;
}

/// Null where the system has no room.
Piece* map_piece(std::uint64_t offset, std::size_t bytes, bool of_program) {
  auto* piece = static_cast<Piece*>(malloc(sizeof(Piece)));
  if (piece == nullptr) return nullptr;
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, common_file(),
                    static_cast<off_t>(offset));
  if (data == MAP_FAILED) {
    free(piece);
    return nullptr;
  }
  *piece = {static_cast<std::byte*>(data), bytes, offset, of_program, pieces};
  pieces = piece;
  return piece;
}

/// Each site has a part of the file.
std::uint64_t offset_of(const Site& site) {
  return rank().memory.shared().mapped_bytes + number_of(site) * most_common_of_site;
}

}  // namespace

void* shared_malloc(std::size_t bytes, const char* file, int line) {
  if (bytes > most_common_of_site) fsin_live_stop("asks for more than 8 GiB of shared memory in one line");
  const std::size_t whole = whole_pages(bytes > 0 ? bytes : 1);
  pthread_mutex_lock(&lock);
  Site& site = find_site({SiteKind::memory, file, line});
  const Piece* piece = map_piece(offset_of(site), whole, true);
  if (piece != nullptr) {
    site.done.fetch_add(1);
    raise(site.bytes, std::uint64_t{bytes});
  }
  pthread_mutex_unlock(&lock);
  return piece != nullptr ? piece->data : nullptr;
}

void shared_free(void* data) {
  if (data == nullptr) return;
  pthread_mutex_lock(&lock);
  Piece** place = &pieces;
  while (*place != nullptr && !((*place)->data == data && (*place)->of_program)) place = &(*place)->next;
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

using namespace fsin::live;

std::uint64_t fsin_live_common(const void* data, std::size_t bytes) {
  const auto* first = static_cast<const std::byte*>(data);
  std::uint64_t offset = 0;
  pthread_mutex_lock(&shim::lock);
  for (const shim::Piece* each = shim::pieces; each != nullptr && offset == 0; each = each->next) {
    if (!each->of_program || first < each->data || first + bytes > each->data + each->bytes) continue;
    offset = each->offset + static_cast<std::uint64_t>(first - each->data);
  }
  pthread_mutex_unlock(&shim::lock);
  return offset;
}

const void* fsin_live_common_at(std::uint64_t offset, std::size_t bytes) {
  pthread_mutex_lock(&shim::lock);
  const shim::Piece* piece = shim::pieces;
  while (piece != nullptr && !(piece->offset <= offset && offset + bytes <= piece->offset + piece->bytes)) {
    piece = piece->next;
  }
  const std::uint64_t begin = offset / page * page;
  if (piece == nullptr) piece = shim::map_piece(begin, whole_pages(offset + bytes - begin), false);
  pthread_mutex_unlock(&shim::lock);
  if (piece == nullptr) fsin_live_stop("has no room for a message from shared memory");
  return piece->data + (offset - piece->offset);
}

// SPDX-License-Identifier: Apache-2.0
#include "fsin/network/arena.hpp"

#include <sys/mman.h>

#include <new>

namespace fsin::network {

Arena::Arena(std::size_t bytes) : bytes_(bytes == 0 ? 1 : bytes) {
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(memory);
  // A hint: without huge pages the translation of addresses costs more than the misses themselves. Only where the
  // array is large, so that small networks do not pay for a page they do not fill.
  constexpr std::size_t worth_it = std::size_t{16} << 20U;
  if (bytes_ >= worth_it) static_cast<void>(madvise(memory, bytes_, MADV_HUGEPAGE));
}

Arena::~Arena() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

}  // namespace fsin::network

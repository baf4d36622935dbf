// SPDX-License-Identifier: Apache-2.0
// The shared memory of a live run, on the side of the simulator: a file without a name, which is gone with the last
// process that has it.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/live/layout.hpp"

namespace fsin::live {

class SharedMemory {
 public:
  /// Throws InputOutputError when the system gives none.
  SharedMemory(std::uint32_t ranks, const Costs& costs);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  const Mapping& memory() const { return memory_; }
  /// The path under which other processes of the same user can open it as long as this process lives.
  std::string path() const;

 private:
  Mapping memory_;
  std::size_t bytes_ = 0;
  int descriptor_ = -1;
};

}  // namespace fsin::live

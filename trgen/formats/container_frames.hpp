// SPDX-License-Identifier: Apache-2.0
// Decodes frames of a container, one at a time.
#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "trgen/formats/container_index.hpp"
#include "trgen/formats/random_file.hpp"

namespace trgen::formats {

class ContainerFrames {
 public:
  ContainerFrames(std::shared_ptr<const RandomFile> file, const ContainerIndex& index);

  /// Text of the frame at `offset`, which ends at `end` or before it: whole lines, good until the next call. Empty when
  /// it cannot be read: why() says so.
  std::span<const char> decode(std::uint64_t offset, std::uint64_t end);
  /// Place behind the frame that was decoded.
  std::uint64_t after() const { return after_; }
  const std::string& why() const { return why_; }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
  };

  std::span<const char> fail(std::string why);

  std::shared_ptr<const RandomFile> file_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::vector<char> packed_;
  std::vector<char> text_;
  std::uint64_t after_ = 0;
  std::string why_;
};

}  // namespace trgen::formats

// SPDX-License-Identifier: Apache-2.0
// Decodes frames of a container, one at a time, into memory of the caller.
#pragma once

#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/formats/container/index.hpp"
#include "trgen/io/random_file.hpp"

namespace trgen::formats::container {

class Frames {
 public:
  Frames(std::shared_ptr<const io::RandomFile> file, const Index& index);

  /// Reads the frame at `offset`, which must end at or before `end`, and returns the size of its content; 0 on failure,
  /// with the reason in why().
  std::size_t find(std::uint64_t offset, std::uint64_t end);
  /// Decodes the frame that find() read: writes as many bytes as it returned to `to`. False on failure, with the reason
  /// in why().
  bool decode(std::byte* to);
  /// Offset after the frame that find() read.
  std::uint64_t after() const { return after_; }
  const std::string& why() const { return why_; }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
  };

  std::shared_ptr<const io::RandomFile> file_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::vector<char> packed_;
  std::uint64_t longest_content_;
  std::size_t frame_bytes_ = 0;
  std::size_t content_bytes_ = 0;
  std::uint64_t after_ = 0;
  std::string why_;
};

}  // namespace trgen::formats::container

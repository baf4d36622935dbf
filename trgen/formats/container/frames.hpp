// SPDX-License-Identifier: Apache-2.0
// Decodes frames of a container, one at a time, to where the caller wants them.
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

  /// Reads the frame at `offset`, which ends at `end` or before it: the size of its content. 0 when it cannot be read:
  /// why() says so.
  std::size_t find(std::uint64_t offset, std::uint64_t end);
  /// Content of the frame that was found, as many bytes as find() said. False: why() says why not.
  bool decode(std::byte* to);
  /// Place behind the frame that was found.
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

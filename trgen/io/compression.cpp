// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/compression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace trgen::io {
namespace {

class PlainDecoder final : public Decoder {
 public:
  std::size_t read(RawInput& from, std::span<char> to) override {
    const std::span<const char> bytes = from.peek();
    const std::size_t count = std::min(bytes.size(), to.size());
    if (count > 0) std::memcpy(to.data(), bytes.data(), count);
    from.take(count);
    return count;
  }
};

class PlainEncoder final : public Encoder {
 public:
  void write(std::span<const char> bytes, const ByteConsumer& out) override { out(bytes); }
  void finish(const ByteConsumer&) override {}
};

constexpr Compression no_compression{
    .name = "none",
    .suffix = "",
    .recognises = [](std::span<const char>) { return true; },
    .decoder = []() -> std::unique_ptr<Decoder> { return std::make_unique<PlainDecoder>(); },
    .encoder = []() -> std::unique_ptr<Encoder> { return std::make_unique<PlainEncoder>(); }};

struct Unreadable {
  std::string_view name;
  std::string_view magic;
  std::string_view unpack;
};

constexpr std::array<Unreadable, 4> unreadable{{{"xz", "\xFD\x37zXZ", "xz -dc"},
                                                {"lz4", "\x04\x22\x4D\x18", "lz4 -dc"},
                                                {"zip", "PK\x03\x04", "unzip -p"},
                                                {"7z", "7z\xBC\xAF", "7z x -so"}}};

}  // namespace

std::span<const Compression> compressions() {
  static const std::array<Compression, 4> all{gzip_compression, zstd_compression, bzip2_compression, no_compression};
  return all;
}

bool starts_with(std::span<const char> head, std::string_view magic) {
  return std::string_view(head.data(), head.size()).starts_with(magic);
}

const Compression& recognise_compression(std::span<const char> head) {
  for (const Unreadable& each : unreadable) {
    if (starts_with(head, each.magic)) {
      throw DataError(fmt::format("compressed with {}, which cannot be read; unpack it first: {} FILE | trgen info -",
                                  each.name, each.unpack));
    }
  }
  const auto all = compressions();
  return *std::find_if(all.begin(), all.end(), [&](const Compression& each) { return each.recognises(head); });
}

const Compression& compression_for(std::string_view file_name) {
  const auto all = compressions();
  return *std::find_if(all.begin(), all.end(),
                       [&](const Compression& each) { return file_name.ends_with(each.suffix); });
}

}  // namespace trgen::io

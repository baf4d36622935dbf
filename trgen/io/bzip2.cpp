// SPDX-License-Identifier: Apache-2.0
// bzip2 through libbz2. Several streams one after the other are one file, as for bzip2(1).
#include <bzlib.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "trgen/io/compression.hpp"

namespace trgen::io {
namespace {

constexpr int block_of_bzip2 = 9;  // 900 kB, as bzip2(1) takes without options

class Bzip2Decoder final : public Decoder {
 public:
  Bzip2Decoder() = default;
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;
  ~Bzip2Decoder() override { end(); }

  std::size_t read(RawInput& from, std::span<char> to) override {
    const auto room = static_cast<unsigned>(std::min<std::size_t>(to.size(), std::numeric_limits<unsigned>::max()));
    stream_.next_out = to.data();
    stream_.avail_out = room;
    while (stream_.avail_out == room) {
      const std::span<const char> bytes = from.peek();
      if (bytes.empty() && began_ && !open_) return 0;
      if (bytes.empty()) throw DataError("truncated bzip2 data");
      step(from, bytes);
    }
    return room - stream_.avail_out;
  }

 private:
  void step(RawInput& from, std::span<const char> bytes) {
    if (!open_ && ::BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
    open_ = began_ = true;
    stream_.next_in = const_cast<char*>(bytes.data());  // the library does not write to it
    stream_.avail_in = static_cast<unsigned>(std::min<std::size_t>(bytes.size(), std::numeric_limits<unsigned>::max()));
    const unsigned given = stream_.avail_in;
    const int result = ::BZ2_bzDecompress(&stream_);
    from.take(given - stream_.avail_in);
    if (result == BZ_STREAM_END) {
      end();
    } else if (result == BZ_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (result != BZ_OK) {
      throw DataError(fmt::format("corrupt bzip2 data ({})",
                                  result == BZ_DATA_ERROR_MAGIC ? "no bzip2 where a part begins" : "a check failed"));
    }
  }

  void end() {
    if (open_) ::BZ2_bzDecompressEnd(&stream_);
    open_ = false;
  }

  bz_stream stream_{};
  bool open_ = false;   ///< within a stream
  bool began_ = false;  ///< the first one
};

class Bzip2Encoder final : public Encoder {
 public:
  Bzip2Encoder() {
    if (::BZ2_bzCompressInit(&stream_, block_of_bzip2, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  Bzip2Encoder(const Bzip2Encoder&) = delete;
  Bzip2Encoder& operator=(const Bzip2Encoder&) = delete;
  ~Bzip2Encoder() override { ::BZ2_bzCompressEnd(&stream_); }

  void write(std::span<const char> bytes, const ByteConsumer& out) override {
    while (!bytes.empty()) {
      const std::size_t part = std::min<std::size_t>(bytes.size(), std::numeric_limits<unsigned>::max());
      stream_.next_in = const_cast<char*>(bytes.data());
      stream_.avail_in = static_cast<unsigned>(part);
      while (stream_.avail_in > 0) pump(BZ_RUN, out);
      bytes = bytes.subspan(part);
    }
  }
  void finish(const ByteConsumer& out) override {
    while (pump(BZ_FINISH, out) != BZ_STREAM_END) {
    }
  }

 private:
  int pump(int action, const ByteConsumer& out) {
    std::array<char, 1U << 16U> block;
    stream_.next_out = block.data();
    stream_.avail_out = static_cast<unsigned>(block.size());
    const int result = ::BZ2_bzCompress(&stream_, action);
    if (result < 0) throw DataError(fmt::format("bzip2 cannot compress: error {}", result));
    out(std::span<const char>(block).first(block.size() - stream_.avail_out));
    return result;
  }

  bz_stream stream_{};
};

bool is_bzip2(std::span<const char> head) {
  return starts_with(head, "BZh") && (head.size() < 4 || (head[3] >= '1' && head[3] <= '9'));
}

}  // namespace

constinit const Compression bzip2_compression{
    .name = "bzip2",
    .suffix = ".bz2",
    .recognises = is_bzip2,
    .decoder = []() -> std::unique_ptr<Decoder> { return std::make_unique<Bzip2Decoder>(); },
    .encoder = []() -> std::unique_ptr<Encoder> { return std::make_unique<Bzip2Encoder>(); }};

}  // namespace trgen::io

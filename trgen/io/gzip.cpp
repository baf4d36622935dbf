// SPDX-License-Identifier: Apache-2.0
// gzip through zlib. Several members one after the other are one file, as for gzip(1).
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "trgen/io/compression.hpp"

namespace trgen::io {
namespace {

constexpr int gzip_only = 15 + 16;  // zlib: largest window, gzip header required

class GzipDecoder final : public Decoder {
 public:
  GzipDecoder() {
    if (::inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() override { ::inflateEnd(&stream_); }

  std::size_t read(RawInput& from, std::span<char> to) override {
    const auto room = static_cast<uInt>(std::min<std::size_t>(to.size(), std::numeric_limits<uInt>::max()));
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = room;
    while (stream_.avail_out == room) {
      if (between_members_) skip_padding(from);
      const std::span<const char> bytes = from.peek();
      if (bytes.empty() && between_members_) return 0;
      if (bytes.empty()) throw DataError("truncated gzip data");
      step(from, bytes);
    }
    return room - stream_.avail_out;
  }

 private:
  /// Skips zeros after a member, which are padding, e.g. of a tape.
  static void skip_padding(RawInput& from) {
    for (std::span<const char> bytes = from.peek(); !bytes.empty() && bytes[0] == '\0'; bytes = from.peek()) {
      const auto end = std::find_if(bytes.begin(), bytes.end(), [](char byte) { return byte != '\0'; });
      from.take(static_cast<std::size_t>(end - bytes.begin()));
    }
  }

  void step(RawInput& from, std::span<const char> bytes) {
    if (between_members_) ::inflateReset(&stream_);
    between_members_ = false;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    const int result = ::inflate(&stream_, Z_NO_FLUSH);
    from.take(bytes.size() - stream_.avail_in);
    if (result == Z_STREAM_END) {
      between_members_ = true;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      throw DataError(fmt::format("corrupt gzip data ({})", stream_.msg != nullptr ? stream_.msg : "no reason given"));
    }
  }

  z_stream stream_{};
  bool between_members_ = false;
};

class GzipEncoder final : public Encoder {
 public:
  GzipEncoder() {
    if (::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_only, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;
  ~GzipEncoder() override { ::deflateEnd(&stream_); }

  void write(std::span<const char> bytes, const ByteConsumer& out) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    pump(Z_NO_FLUSH, out);
  }
  void finish(const ByteConsumer& out) override { pump(Z_FINISH, out); }

 private:
  void pump(int flush, const ByteConsumer& out) {
    std::array<char, 1U << 16> block;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(block.data());
      stream_.avail_out = static_cast<uInt>(block.size());
      ::deflate(&stream_, flush);
      out(std::span<const char>(block).first(block.size() - stream_.avail_out));
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
};

}  // namespace

constinit const Compression gzip_compression{
    .name = "gzip",
    .suffix = ".gz",
    .recognises = [](std::span<const char> head) { return starts_with(head, "\x1F\x8B"); },
    .decoder = []() -> std::unique_ptr<Decoder> { return std::make_unique<GzipDecoder>(); },
    .encoder = []() -> std::unique_ptr<Encoder> { return std::make_unique<GzipEncoder>(); }};

}  // namespace trgen::io

// SPDX-License-Identifier: Apache-2.0
// zstd through libzstd. Several frames one after the other, also skippable ones, are one file, as for zstd(1).
#include <fmt/format.h>
#include <zstd.h>

#include <new>
#include <vector>

#include "trgen/io/compression.hpp"

namespace trgen::io {
namespace {

class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder() : stream_(::ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;
  ~ZstdDecoder() override { ::ZSTD_freeDStream(stream_); }

  std::size_t read(RawInput& from, std::span<char> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    while (out.pos == 0) {
      const std::span<const char> bytes = from.peek();
      if (bytes.empty() && expected_ == 0) return 0;
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      const std::size_t expected = ::ZSTD_decompressStream(stream_, &out, &in);
      from.take(in.pos);
      if (::ZSTD_isError(expected) != 0) throw DataError(reason(expected));
      expected_ = expected;
      if (bytes.empty() && out.pos == 0 && expected_ != 0) throw DataError("truncated zstd data");
    }
    return out.pos;
  }

 private:
  static std::string reason(std::size_t code) {
    const std::string_view name = ::ZSTD_getErrorName(code);
    if (name == "Frame requires too much memory for decoding") {
      return "zstd data with a window over 128 MiB (made with --long); compress it again without --long";
    }
    return fmt::format("corrupt zstd data ({})", name);
  }

  ZSTD_DStream* stream_;
  std::size_t expected_ = 1;  ///< 0 at the end of a frame
};

class ZstdEncoder final : public Encoder {
 public:
  ZstdEncoder() : stream_(::ZSTD_createCCtx()), block_(::ZSTD_CStreamOutSize()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ::ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1);
  }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;
  ~ZstdEncoder() override { ::ZSTD_freeCCtx(stream_); }

  void write(std::span<const char> bytes, const ByteConsumer& out) override { pump(bytes, ZSTD_e_continue, out); }
  void finish(const ByteConsumer& out) override { pump({}, ZSTD_e_end, out); }

 private:
  void pump(std::span<const char> bytes, ZSTD_EndDirective mode, const ByteConsumer& out) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    bool done = false;
    while (!done) {
      ZSTD_outBuffer to{block_.data(), block_.size(), 0};
      const std::size_t left = ::ZSTD_compressStream2(stream_, &to, &in, mode);
      if (::ZSTD_isError(left) != 0)
        throw DataError(fmt::format("zstd cannot compress: {}", ::ZSTD_getErrorName(left)));
      out(std::span<const char>(block_).first(to.pos));
      done = mode == ZSTD_e_end ? left == 0 : in.pos == in.size;
    }
  }

  ZSTD_CCtx* stream_;
  std::vector<char> block_;
};

bool is_zstd(std::span<const char> head) {
  // A frame, or a skippable frame (0x184D2A50 to 0x184D2A5F) before it.
  if (starts_with(head, "\x28\xB5\x2F\xFD")) return true;
  return head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50U &&
         starts_with(head.subspan(1), "\x2A\x4D\x18");
}

}  // namespace

constinit const Compression zstd_compression{
    .name = "zstd",
    .suffix = ".zst",
    .recognises = is_zstd,
    .decoder = []() -> std::unique_ptr<Decoder> { return std::make_unique<ZstdDecoder>(); },
    .encoder = []() -> std::unique_ptr<Encoder> { return std::make_unique<ZstdEncoder>(); }};

}  // namespace trgen::io

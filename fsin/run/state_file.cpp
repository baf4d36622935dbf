// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/state_file.hpp"

#include <fmt/format.h>

#include "fsin/core/output_file.hpp"
#include "trgen/io/compression.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin::run {
namespace {

using trgen::io::zstd_compression;

class Compressed final : public ByteSink {
 public:
  explicit Compressed(const std::filesystem::path& path) : file_(path), encoder_(zstd_compression.encoder()) {}

  void take(std::span<const std::byte> bytes) override { encoder_->write(as_chars(bytes), to_file()); }
  void commit() {
    encoder_->finish(to_file());
    file_.commit();
  }

 private:
  static std::span<const char> as_chars(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  trgen::io::ByteConsumer to_file() {
    return [this](std::span<const char> bytes) { file_.write({bytes.data(), bytes.size()}); };
  }

  OutputFile file_;
  std::unique_ptr<trgen::io::Encoder> encoder_;
};

class Decompressed final : public ByteSource {
 public:
  explicit Decompressed(const std::filesystem::path& path)
      : file_(InputPath(path)), decoder_(zstd_compression.decoder()) {}

  std::size_t give(std::span<std::byte> room) override {
    return decoder_->read(file_, {reinterpret_cast<char*>(room.data()), room.size()});
  }

 private:
  trgen::io::RawInput file_;
  std::unique_ptr<trgen::io::Decoder> decoder_;
};

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view why) {
  throw CheckpointError(fmt::format("{}: the checkpoint cannot be read ({}); remove {} to start from the beginning",
                                    path.string(), why, path.parent_path().string()));
}

}  // namespace

void write_state(const std::filesystem::path& path, const std::function<void(ByteWriter&)>& write) {
  Compressed file(path);
  ByteWriter out(&file);
  write(out);
  out.flush();
  file.commit();
}

void verify_state(const std::filesystem::path& path) {
  try {
    Decompressed file(path);
    std::vector<std::byte> room(std::size_t{1} << 18U);
    while (file.give(room) != 0) {
    }
  } catch (const trgen::io::DataError& error) {
    fail(path, error.what());
  } catch (const trgen::record::TraceError& error) {  // what RawInput throws: no such file, cannot be read
    fail(path, error.what());
  }
}

void read_state(const std::filesystem::path& path, const std::function<void(ByteReader&)>& read) {
  Decompressed file(path);
  ByteReader in(file);
  try {
    read(in);
  } catch (const trgen::record::TraceError&) {
    throw;  // the trace's fault
  } catch (const std::runtime_error& error) {
    fail(path, error.what());
  } catch (const std::length_error&) {
    fail(path, "not what this program wrote");
  }
}

}  // namespace fsin::run

// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/random_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "fsin/core/input_file.hpp"

namespace trgen::io {

std::shared_ptr<const RandomFile> RandomFile::behind(const Input& in) {
  if (in.memory()) return std::make_shared<RandomFile>(*in.memory());
  if (!in.file_size()) return nullptr;
  auto file = std::make_unique<fsin::InputFile>(in.path());
  if (!file->size()) return nullptr;
  return std::make_shared<RandomFile>(std::move(file));
}

RandomFile::RandomFile(std::unique_ptr<fsin::InputFile> file) : file_(std::move(file)), size_(file_->size().value()) {}
RandomFile::RandomFile(std::span<const char> bytes) : bytes_(bytes.begin(), bytes.end()), size_(bytes.size()) {}
RandomFile::~RandomFile() = default;

std::string RandomFile::read(std::uint64_t offset, std::span<char> to) const {
  if (offset > size_ || to.size() > size_ - offset) return fmt::format("the file ends before byte {}", offset);
  if (to.empty()) return {};
  if (!file_) {
    std::memcpy(to.data(), bytes_.data() + offset, to.size());
    return {};
  }
  while (!to.empty()) {
    const std::ptrdiff_t got = file_->read_at(offset, to);
    if (got < 0) return fmt::format("cannot read at byte {}: {}", offset, std::strerror(errno));
    if (got == 0) return fmt::format("the file ends before byte {}", offset + to.size());
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

}  // namespace trgen::io

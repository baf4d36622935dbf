// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/spool.hpp"

#include <algorithm>

namespace fsin::report {
namespace {

constexpr std::size_t most_in_memory = 1U << 20U;

}  // namespace

void Spool::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() < most_in_memory) return;
  file_.append(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void Spool::copy_to(const std::function<void(std::string_view)>& take) {
  std::string piece;
  for (std::uint64_t at = 0; at < file_.size(); at += piece.size()) {
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(most_in_memory, file_.size() - at)));
    file_.read(at, piece.data(), piece.size());
    take(piece);
  }
  take(buffer_);
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/netrace/bytes.hpp"

#include <algorithm>

namespace fsin::imports::netrace {

Bytes::Bytes(std::string_view packed) : raw_("", std::span(packed.data(), packed.size())) {
  try {
    decoder_ = trgen::io::recognise_compression(raw_.peek()).decoder();
  } catch (const trgen::io::DataError& error) {
    error_ = error.what();
  }
}

void Bytes::unpack() {
  std::size_t size = 0;
  try {
    size = decoder_->read(raw_, block_);
  } catch (const trgen::io::DataError& error) {
    error_ = error.what();
  }
  unpacked_ += size;
  if (unpacked_ > most) error_ = "the file has more than 4 GiB";
  ready_.erase(0, at_);
  at_ = 0;
  ready_.append(block_.data(), size);
  if (size == 0 || !error_.empty()) decoder_.reset();
}

std::string_view Bytes::next(std::size_t size) {
  while (ready_.size() - at_ < size && decoder_) unpack();
  const std::string_view made = std::string_view(ready_).substr(at_, size);
  at_ += made.size();
  place_ += made.size();
  return made;
}

bool Bytes::skip(std::uint64_t size) {
  while (size > 0) {
    const std::string_view part = next(static_cast<std::size_t>(std::min<std::uint64_t>(size, block_.size())));
    if (part.empty()) return false;
    size -= part.size();
  }
  return true;
}

}  // namespace fsin::imports::netrace

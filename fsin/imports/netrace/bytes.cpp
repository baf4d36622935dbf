// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/netrace/bytes.hpp"

#include <algorithm>

namespace fsin::imports::netrace {

Bytes::Bytes(std::string_view packed) : packed_(packed.starts_with("BZh")) {
  if (!packed_) {
    plain_ = packed;
    return;
  }
  // The library takes the input by a pointer that is not const, and does not write to it.
  stream_.next_in = const_cast<char*>(packed.data());
  stream_.avail_in = static_cast<unsigned>(packed.size());
  open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
  if (!open_) error_ = "bzip2 cannot be started";
}

Bytes::~Bytes() {
  if (open_) BZ2_bzDecompressEnd(&stream_);
}

void Bytes::unpack() {
  while (open_) {
    stream_.next_out = block_.data();
    stream_.avail_out = static_cast<unsigned>(block_.size());
    const int done = BZ2_bzDecompress(&stream_);
    const std::size_t size = block_.size() - stream_.avail_out;
    ready_.erase(0, at_);
    at_ = 0;
    ready_.append(block_.data(), size);
    unpacked_ += size;
    const bool ended = done == BZ_STREAM_END;
    if (!ended && done != BZ_OK) {
      error_ = "the packed data are damaged";
    } else if (!ended && size == 0 && stream_.avail_in == 0) {
      error_ = "the packed data end before their end is written: the file is cut off";
    } else if (unpacked_ > most) {
      error_ = "the file has more than 4 GiB";
    }
    if (ended || !error_.empty()) {
      BZ2_bzDecompressEnd(&stream_);
      open_ = false;
    }
    // Several packed parts, one behind the other, are one file.
    if (ended && stream_.avail_in > 0) {
      char* const rest = stream_.next_in;
      const unsigned left = stream_.avail_in;
      stream_ = {};
      stream_.next_in = rest;
      stream_.avail_in = left;
      open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    }
    if (size > 0) return;
  }
}

std::string_view Bytes::next(std::size_t size) {
  if (!packed_) {
    const std::string_view made = plain_.substr(0, size);
    plain_.remove_prefix(made.size());
    place_ += made.size();
    return made;
  }
  while (ready_.size() - at_ < size && open_) unpack();
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

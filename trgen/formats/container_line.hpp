// SPDX-License-Identifier: Apache-2.0
// Reads the record lines of a container as its writer makes them: single blanks, no marks. What looks otherwise is left
// to TextLine. The line must end with a newline, which no field contains, so that nothing needs a bound.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "trgen/formats/text.hpp"
#include "trgen/record/record.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::formats {

class PlainLine {
 public:
  explicit PlainLine(record::StateTable& states) : states_(states) {}

  /// What follows the line, or null when it is not plain. Fills every field of `out` but the line.
  const char* read(const char* at, std::uint32_t rank, record::Record& out) {
    std::uint64_t number = 0;
    at = natural(at, number, ' ');
    if (at == nullptr || number != rank) return nullptr;
    std::uint64_t time = 0;
    at = natural(at, time, ' ');
    if (at == nullptr || time > latest_time_ns || at[0] == '\n' || at[1] == '\n' || at[2] != ' ') return nullptr;
    out = record::Record{};
    out.time_ns = time;
    if (at[0] == 'S') return state(at[1], at + 3, out);
    return at[0] == 'M' ? message(at[1], at + 3, out) : nullptr;
  }

 private:
  /// A number of at most 19 digits and the byte behind it.
  static const char* natural(const char* at, std::uint64_t& value, char behind) {
    constexpr int most_digits = 19;
    const char* const from = at;
    std::uint64_t number = 0;
    for (auto digit = static_cast<unsigned>(*at - '0'); digit <= 9; digit = static_cast<unsigned>(*++at - '0')) {
      number = number * 10 + digit;
    }
    if (at == from || at - from > most_digits || *at != behind) return nullptr;
    value = number;
    return at + 1;
  }

  const char* state(char kind, const char* at, record::Record& out) {
    if (kind != 'S' && kind != 'E') return nullptr;
    out.kind = kind == 'S' ? record::Kind::state_start : record::Kind::state_end;
    // A rank leaves the function that it entered, mostly.
    if (last_size_ > 0 && std::strncmp(at, last_, last_size_) == 0 && at[last_size_] == '\n') {
      out.state = last_number_;
      return at + last_size_ + 1;
    }
    const char* end = at;
    while (static_cast<unsigned char>(*end) > ' ') ++end;
    const auto size = static_cast<std::size_t>(end - at);
    if (*end != '\n' || size == 0 || size >= sizeof last_) return nullptr;
    const auto number = states_.number({at, size});
    if (!number) return nullptr;
    std::memcpy(last_, at, size);
    last_size_ = size;
    last_number_ = out.state = *number;
    return end + 1;
  }

  static const char* message(char kind, const char* at, record::Record& out) {
    if (kind != 'S' && kind != 'R') return nullptr;
    out.kind = kind == 'S' ? record::Kind::send : record::Kind::receive;
    std::uint64_t peer = 0;
    std::uint64_t tag = 0;
    std::uint64_t communicator = 0;
    at = natural(at, peer, ' ');
    if (at == nullptr) return nullptr;
    at = natural(at, tag, ' ');
    if (at == nullptr) return nullptr;
    at = natural(at, communicator, ' ');
    if (at == nullptr) return nullptr;
    at = natural(at, out.bytes, '\n');
    constexpr std::uint64_t most_u32 = std::numeric_limits<std::uint32_t>::max();
    if (at == nullptr || peer >= most_u32 || tag > most_u32 / 2 || communicator > most_u32 ||
        out.bytes > most_message_bytes) {
      return nullptr;
    }
    out.peer = static_cast<std::uint32_t>(peer);
    out.tag = static_cast<std::int32_t>(tag);
    out.communicator = static_cast<std::uint32_t>(communicator);
    return at;
  }

  record::StateTable& states_;
  char last_[64]{};
  std::size_t last_size_ = 0;
  std::uint16_t last_number_ = 0;
};

}  // namespace trgen::formats

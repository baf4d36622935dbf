// SPDX-License-Identifier: Apache-2.0
// A digest of the records of all ranks: kinds, states, partners, tags and sizes, in their order on each rank. It leaves
// out times and the numbers of communicators, which libraries choose.
#pragma once

#include <cstdint>
#include <string_view>

#include "tests/trgen/programs/program_records.hpp"

namespace trgen::test {

/// FNV-1a, 64 bits, over the bytes of each number from the lowest on.
class RecordDigest {
 public:
  void add(record::Kind kind, std::string_view state, std::uint32_t peer, std::int32_t tag, std::uint64_t bytes) {
    ++records_;
    mix(static_cast<std::uint64_t>(kind));
    if (!record::is_message(kind)) {
      for (const char letter : state) mix_byte(static_cast<unsigned char>(letter));
      return;
    }
    mix(peer);
    mix(static_cast<std::uint32_t>(tag));
    mix(bytes);
  }

  std::uint64_t value() const { return value_; }
  std::uint64_t records() const { return records_; }

 private:
  void mix(std::uint64_t number) {
    for (int i = 0; i < 8; ++i, number >>= 8U) mix_byte(static_cast<unsigned char>(number));
  }
  void mix_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }

  std::uint64_t value_ = 0xcbf29ce484222325U;
  std::uint64_t records_ = 0;
};

inline RecordDigest digest_of(const programs::Program& program) {
  RecordDigest digest;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    ProgramRecords records(program, rank);
    while (const auto each = records.next()) digest.add(each->kind, each->state, each->peer, each->tag, each->bytes);
  }
  return digest;
}

}  // namespace trgen::test

// SPDX-License-Identifier: Apache-2.0
// Messages of one size: a full packet, or so many bytes.
#pragma once

#include <optional>

#include "trgen/synth/sizes/size_entry.hpp"

namespace trgen::synth {

struct FixedSizes {
  static constexpr std::string_view name = "fixed";
  static constexpr std::string_view doc = "all messages have the same size";
  static constexpr std::string_view cite = "";

  std::optional<fsin::Bytes> bytes;

  template <class F>
  void fields(F& f) {
    f("bytes", bytes, "bytes of a message (default: what a full packet carries)")
        .range(fsin::Bytes{1}, fsin::Bytes{most_message_bytes});
  }

  static std::string check(const NetworkFacts&) { return {}; }
  Sizes make(const NetworkFacts& facts) const {
    const std::uint64_t size = bytes ? bytes->value : facts.packet_bytes();
    return Sizes({{size, size, 1}});
  }
};

}  // namespace trgen::synth

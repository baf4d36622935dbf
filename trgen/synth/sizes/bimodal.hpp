// SPDX-License-Identifier: Apache-2.0
// Messages of two sizes. `bimodal` gives the fraction of the messages that is long. `bimodal-original` is the original
// simulator's rule, which gives the fraction of the packets that belongs to long messages: with messages of one packet
// and of m packets, and q of the packets in long ones, a message is long with probability q / (m - q (m - 1)).
#pragma once

#include <optional>

#include "trgen/synth/sizes/size_entry.hpp"

namespace trgen::synth {

struct BimodalSizes {
  static constexpr std::string_view name = "bimodal";
  static constexpr std::string_view doc = "a fraction of the messages is long, the others are short";
  static constexpr std::string_view cite = "";

  std::optional<fsin::Bytes> small;
  fsin::Bytes large{4096};
  double fraction = 0.1;

  template <class F>
  void fields(F& f) {
    f("small", small, "bytes of a short message (default: what a full packet carries)")
        .range(fsin::Bytes{1}, fsin::Bytes{most_message_bytes});
    f("large", large, "bytes of a long message").range(fsin::Bytes{1}, fsin::Bytes{most_message_bytes});
    f("fraction", fraction, "fraction of the messages that is long").range(0.0, 1.0);
  }

  static std::string check(const NetworkFacts&) { return {}; }
  Sizes make(const NetworkFacts& facts) const {
    const std::uint64_t one = small ? small->value : facts.packet_bytes();
    return Sizes({{one, one, 1 - fraction}, {large.value, large.value, fraction}});
  }
};

struct OriginalBimodalSizes {
  static constexpr std::string_view name = "bimodal-original";
  static constexpr std::string_view doc =
      "messages of one packet and of several, a fraction of the packets being in long ones (original simulator)";
  static constexpr std::string_view cite = "";

  std::uint32_t packets = 10;
  double fraction = 0.5;

  template <class F>
  void fields(F& f) {
    f("packets", packets, "packets of a long message").range(1, 1000000);
    f("fraction", fraction, "fraction of the packets that belongs to long messages").range(0.0, 1.0);
  }

  static std::string check(const NetworkFacts&) { return {}; }
  Sizes make(const NetworkFacts& facts) const {
    const double m = packets;
    const double large = fraction / (m - fraction * (m - 1));
    const std::uint64_t one = facts.packet_bytes();
    return Sizes({{one, one, 1 - large}, {one * packets, one * packets, large}});
  }
};

}  // namespace trgen::synth

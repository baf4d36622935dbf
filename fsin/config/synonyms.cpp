// SPDX-License-Identifier: Apache-2.0
// See synonyms.hpp. The words are those of other simulators (BookSim, garnet, SimGrid, ns-3) and of the literature.
#include "fsin/config/synonyms.hpp"

#include <array>
#include <string>

namespace fsin::config {
namespace {

/// Another word for a key, and the key.
struct Synonym {
  std::string_view word, key;
};

// In small letters, with _ between words.
constexpr std::array synonyms{
    Synonym{"latency", "delay"},
    Synonym{"lat", "delay"},
    Synonym{"link_latency", "delay"},
    Synonym{"link_delay", "delay"},
    Synonym{"router_latency", "delay"},
    Synonym{"credit_latency", "credit_delay"},
    Synonym{"vc", "virtual_channels"},
    Synonym{"vcs", "virtual_channels"},
    Synonym{"num_vcs", "virtual_channels"},
    Synonym{"channels", "virtual_channels"},
    Synonym{"bw", "bandwidth"},
    Synonym{"speed", "bandwidth"},
    Synonym{"link_speed", "bandwidth"},
    Synonym{"link_bandwidth", "bandwidth"},
    Synonym{"bit_rate", "bandwidth"},
    Synonym{"buffer", "queue"},
    Synonym{"buffers", "queue"},
    Synonym{"buffer_size", "queue"},
    Synonym{"vc_buf_size", "queue"},
    Synonym{"queue_size", "queue"},
    Synonym{"queue_length", "queue"},
    Synonym{"injection_buffer", "injection_queue"},
    Synonym{"arbitration", "arbiter"},
    Synonym{"selection", "select"},
    Synonym{"dimensions", "dims"},
    Synonym{"dim", "dims"},
    Synonym{"packet_size", "packet"},
    Synonym{"packet_length", "packet"},
    Synonym{"phit_size", "phit"},
    Synonym{"injection_rate", "load"},
    Synonym{"offered_load", "load"},
    Synonym{"traffic", "pattern"},
    Synonym{"traffic_pattern", "pattern"},
    Synonym{"trace", "file"},
    Synonym{"trace_file", "file"},
    Synonym{"mapping", "placement"},
    Synonym{"runs", "seeds"},
    Synonym{"repetitions", "seeds"},
    Synonym{"replications", "seeds"},
    Synonym{"warm_up", "warmup"},
    Synonym{"warmup_cycles", "warmup"},
    Synonym{"window", "cycles"},
    Synonym{"confidence_level", "confidence"},
    Synonym{"deadlock_timeout", "watchdog"},
};

std::string in_table(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c == '-') c = '_';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

std::optional<std::string_view> synonym_of(std::string_view name, std::span<const std::string_view> keys) {
  const std::string word = in_table(name.substr(0, 40));
  for (const Synonym& synonym : synonyms) {
    if (synonym.word != word) continue;
    for (const std::string_view key : keys) {
      if (key == synonym.key) return key;
    }
  }
  return std::nullopt;
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/packets/packet_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace trgen::synth {
namespace {

constexpr std::uint64_t last_cycle_of_file = 1'000'000'000'000'000;
constexpr std::uint64_t most_packet_bytes = 1'000'000'000'000;
constexpr std::uint64_t most_row_packets = 0xffffffff;

bool begins_number(std::string_view field) { return field.front() >= '0' && field.front() <= '9'; }

}  // namespace

PacketReader::PacketReader(io::Input& in, const fsin::workload::NetworkFacts& facts)
    : file_(in), packetiser_(facts), nodes_(facts.nodes) {}

bool PacketReader::next(PacketRow& row) {
  while (file_.next()) {
    const bool first = !begun_;
    begun_ = true;
    if (first && read_names()) continue;
    if (!read_row(row)) continue;
    file_.throw_if_any();
    return true;
  }
  file_.throw_if_any();
  return false;
}

bool PacketReader::read_names() {
  static constexpr std::array<std::string_view, 8> known{"cycle", "source",    "destination", "bytes",
                                                         "phits", "generated", "delivered",   "hops"};
  const std::string_view first = file_.field(0);
  if (first.empty() || begins_number(first) || first.front() == '-' || first.front() == '.') return false;
  const auto place_of = [&](std::string_view name) {
    for (std::size_t i = 0; i < file_.fields(); ++i) {
      if (file_.field(i) == name) return i;
    }
    return absent;
  };
  cycle_ = place_of("cycle");
  source_ = place_of("source");
  destination_ = place_of("destination");
  bytes_ = place_of("bytes");
  phits_ = place_of("phits");
  least_fields_ = 0;
  for (const auto& [place, name] :
       {std::pair(cycle_, "cycle"), std::pair(source_, "source"), std::pair(destination_, "destination"),
        std::pair(phits_ == absent ? bytes_ : phits_, "bytes")}) {
    if (place == absent) {
      const auto near = fsin::nearest(first, known);
      file_.fault(fmt::format("no column {}{}; name the columns, such as cycle,source,destination,bytes", name,
                              near ? fmt::format(" ({} may stand for {})", fsin::in_quotes(first), *near) : ""));
      file_.throw_if_any();
    }
    least_fields_ = std::max(least_fields_, place + 1);
  }
  return true;
}

bool PacketReader::read_row(PacketRow& row) {
  if (file_.fields() < least_fields_) {
    file_.fault(fmt::format("{} fields in place of {}; write cycle, source, destination and bytes", file_.fields(),
                            least_fields_));
    return false;
  }
  const auto cycle = file_.natural(cycle_, "cycle", last_cycle_of_file);
  const auto source = file_.natural(source_, "source", nodes_ - 1);
  const auto destination = file_.natural(destination_, "destination", nodes_ - 1);
  if (!cycle || !source || !destination || !read_length(row)) return false;
  if (*cycle == 0) {
    file_.fault("cycle 0; the first cycle of a run is 1");
  } else if (*cycle < last_) {
    file_.fault(fmt::format("cycle {} after cycle {}; sort the lines by their cycle, as sort -n does", *cycle, last_));
  } else if (*source == *destination) {
    file_.fault(fmt::format("a packet from node {} to itself never enters the network; leave the line out", *source));
  } else {
    last_ = *cycle;
    row.cycle = *cycle;
    row.source = static_cast<std::uint32_t>(*source);
    row.destination = static_cast<std::uint32_t>(*destination);
    return true;
  }
  return false;
}

bool PacketReader::read_length(PacketRow& row) {
  if (phits_ != absent) {
    const auto phits = file_.natural(phits_, "length in phits", packetiser_.full_phits());
    if (phits && *phits == 0) file_.fault("a packet of 0 phits; it has at least one");
    if (!phits || *phits == 0) return false;
    row.packets = 1;
    row.last_phits = static_cast<std::uint16_t>(*phits);
    return true;
  }
  const auto bytes = file_.natural(bytes_, "size in bytes", most_packet_bytes);
  if (bytes && *bytes == 0) file_.fault("a packet of 0 bytes; it carries at least one");
  if (!bytes || *bytes == 0) return false;
  const std::uint64_t packets = packetiser_.packets(*bytes);
  if (packets > most_row_packets) {
    file_.fault(
        fmt::format("{} bytes are {} packets; write at most {} of them in a line", *bytes, packets, most_row_packets));
    return false;
  }
  row.packets = static_cast<std::uint32_t>(packets);
  row.last_phits = packetiser_.last_phits(*bytes);
  return true;
}

PacketFacts survey_packets(const fsin::InputPath& file, const fsin::workload::NetworkFacts& facts) {
  constexpr std::size_t most_samples = 4096;
  io::Input in(file);
  PacketReader reader(in, facts);
  PacketFacts found;
  PacketRow row;
  std::vector<bool> sends(facts.nodes);
  std::uint64_t step = 1;
  while (reader.next(row)) {
    if (found.rows++ % step == 0) {
      if (found.sample.size() == most_samples) {
        for (std::size_t i = 0; 2 * i < found.sample.size(); ++i) found.sample[i] = found.sample[2 * i];
        found.sample.resize(most_samples / 2);
        step *= 2;
      }
      found.sample.push_back(row);
    }
    found.packets += row.packets;
    found.last = row.cycle;
    if (!sends[row.source]) ++found.sources;
    sends[row.source] = true;
  }
  if (found.rows == 0) {
    io::Problems(file.string()).stop(0, "no packet in it; write lines of cycle, source, destination and bytes");
  }
  found.digest = in.digest();
  return found;
}

}  // namespace trgen::synth

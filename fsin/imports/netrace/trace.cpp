// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/netrace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>
#include <utility>

#include "fsin/core/little_endian.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/netrace/bytes.hpp"

namespace fsin::imports::netrace {
namespace {

constexpr std::uint32_t magic_of_netrace = 0x484A5455;
constexpr std::size_t head_size = 72, name_size = 30, region_size = 24, packet_size = 21;
constexpr std::uint32_t most_notes = 8191, most_regions = 100;
constexpr std::uint64_t most_cycle = 1'000'000'000'000;

/// Bytes of a packet by its type: requests and answers of 8, or with a line of a cache of 72; 0: no such type.
constexpr std::array<std::uint8_t, 31> bytes_of_type{0,  8, 72, 72, 72, 8, 72, 0, 0, 0, 0, 0, 0, 8, 8, 8,
                                                     72, 0, 0,  0,  0,  0, 0,  0, 0, 8, 0, 8, 8, 8, 72};

class TraceReader {
 public:
  TraceReader(const Source& source, const Choice& choice, Draft& draft, Diagnostics& diagnostics)
      : file_(source.mark()), choice_(choice), bytes_(source.text), draft_(draft), diagnostics_(diagnostics) {}

  Trace read() {
    if (!head()) return {};
    while (made_.packets.size() < wanted_) {
      const std::string_view bytes = bytes_.next(packet_size);
      if (bytes.empty() && bytes_.error().empty()) break;
      if (!packet(bytes)) return {};
    }
    if (made_.packets.size() < wanted_ && wanted_ == announced_)
      draft_.leave_out(file_, fmt::format("{} that the header announces, and that are not in the file",
                                          counted(wanted_ - made_.packets.size(), "packet")));
    if (made_.packets.size() == wanted_ && wanted_ < announced_)
      draft_.leave_out(file_, fmt::format("all but the first {} of {} packets; packets=N behind the file takes others",
                                          wanted_, announced_));
    // To the end, where packed data have their check sum.
    if (!choice_.region && wanted_ == announced_ && !bytes_.next(1).empty())
      draft_.leave_out(
          file_, fmt::format("what stands behind the {} that the header announces", counted(announced_, "packet")));
    if (!bytes_.error().empty()) {
      cut_off("what stands behind the packets");
      return {};
    }
    if (made_.packets.empty()) {
      wrong("has no packets");
      return {};
    }
    gather_waits();
    return std::move(made_);
  }

 private:
  bool head() {
    const std::string_view bytes = bytes_.next(head_size);
    if (bytes.size() < head_size) return cut_off("the header");
    if (little_endian(bytes, 0, 4) != magic_of_netrace)
      return wrong("is no trace of netrace: its first bytes are others");
    if (const auto version = std::bit_cast<float>(static_cast<std::uint32_t>(little_endian(bytes, 4, 4)));
        version != 1.0F)
      return wrong(fmt::format("has version {}, and only 1.0 is known", version));
    const std::string_view name = bytes.substr(8, name_size);
    made_.name = one_line(name.substr(0, name.find('\0')));
    made_.nodes = static_cast<std::uint32_t>(little_endian(bytes, 38, 1));
    announced_ = little_endian(bytes, 48, 8);
    const auto notes = static_cast<std::uint32_t>(little_endian(bytes, 56, 4));
    const auto regions = static_cast<std::uint32_t>(little_endian(bytes, 60, 4));
    if (made_.nodes < 2) return wrong(fmt::format("has {}, and a network needs two", counted(made_.nodes, "node")));
    if (notes > most_notes) return wrong(fmt::format("announces notes of {} bytes: {} at most", notes, most_notes));
    if (regions > most_regions) return wrong(fmt::format("announces {} regions: {} at most", regions, most_regions));
    if (!bytes_.skip(notes)) return cut_off("the notes");
    std::uint64_t begin = 0;
    for (std::uint32_t i = 0; i < regions; ++i) {
      const std::string_view region = bytes_.next(region_size);
      if (region.size() < region_size) return cut_off("the list of regions");
      if (choice_.region != i) continue;
      begin = little_endian(region, 0, 8);
      announced_ = little_endian(region, 16, 8);
    }
    if (choice_.region && *choice_.region >= regions) {
      diagnostics_.error(file_, fmt::format("has {}, counted from 0: there is no region {}", counted(regions, "region"),
                                            *choice_.region));
      return false;
    }
    if (!bytes_.skip(begin)) return cut_off("what stands before the region");
    wanted_ = std::min(announced_, choice_.packets);
    return true;
  }

  bool packet(std::string_view bytes) {
    if (bytes.size() < packet_size) return cut_off(fmt::format("packet {}", made_.packets.size()));
    const std::uint64_t cycle = little_endian(bytes, 0, 8);
    const std::size_t dependents = little_endian(bytes, 20, 1), type = little_endian(bytes, 16, 1);
    Packet made{.cycle = 0,
                .number = static_cast<std::uint32_t>(little_endian(bytes, 8, 4)),
                .source = static_cast<std::uint8_t>(bytes[17]),
                .destination = static_cast<std::uint8_t>(bytes[18]),
                .bytes = type < bytes_of_type.size() ? bytes_of_type[type] : std::uint8_t{0}};
    const auto fail = [&](const std::string& what) {
      return wrong(fmt::format("packet {} (number {}, byte {}): {}", made_.packets.size(), made.number,
                               bytes_.place() - packet_size, what));
    };
    if (made.bytes == 0) return fail(fmt::format("there is no type {}", type));
    if (made.source >= made_.nodes || made.destination >= made_.nodes)
      return fail(
          fmt::format("it goes from node {} to node {}, and there are {}", made.source, made.destination, made_.nodes));
    if (made_.packets.empty()) first_cycle_ = cycle;
    if (cycle < first_cycle_ + (made_.packets.empty() ? 0 : made_.packets.back().cycle))
      return fail(fmt::format("cycle {} is before that of the packet before it", cycle));
    made.cycle = cycle - first_cycle_;
    if (made.cycle > most_cycle) return fail(fmt::format("cycle {} is too late: {} at most", cycle, most_cycle));
    const auto at = static_cast<std::uint32_t>(made_.packets.size());
    if (!place_of_.emplace(made.number, at).second) return fail("another packet has this number");
    made_.packets.push_back(made);
    const std::string_view list = bytes_.next(4 * dependents);
    if (list.size() < 4 * dependents) return cut_off(fmt::format("the dependents of packet {}", at));
    for (std::size_t i = 0; i < dependents; ++i)
      dependents_.emplace_back(at, static_cast<std::uint32_t>(little_endian(list, 4 * i, 4)));
    return true;
  }

  void gather_waits() {
    std::uint64_t outside = 0, earlier = 0, elsewhere = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> kept;  // who waits, for whom
    for (const auto& [packet, number] : dependents_) {
      const auto found = place_of_.find(number);
      if (found == place_of_.end()) {
        ++outside;
      } else if (found->second <= packet) {
        ++earlier;
      } else if (made_.packets[found->second].source != made_.packets[packet].destination) {
        ++elsewhere;
      } else {
        kept.emplace_back(found->second, packet);
      }
    }
    made_.first_wait.assign(made_.packets.size() + 1, 0);
    for (const auto& [who, whom] : kept) ++made_.first_wait[who + 1];
    for (std::size_t i = 0; i < made_.packets.size(); ++i) made_.first_wait[i + 1] += made_.first_wait[i];
    made_.waits.resize(kept.size());
    std::vector<std::uint32_t> next(made_.first_wait.begin(), made_.first_wait.end() - 1);
    for (const auto& [who, whom] : kept) made_.waits[next[who]++] = whom;
    const auto tell = [&](std::uint64_t count, std::string_view what) {
      if (count > 0)
        draft_.leave_out(file_, fmt::format("{} {}: {}", count, count == 1 ? "dependency" : "dependencies", what));
    };
    tell(outside, "the packets that would wait are not among those that are read");
    tell(earlier,
         "the packets that would wait come before those that they wait for; netrace sends them without waiting");
    tell(elsewhere, "a packet would wait for one that is delivered to another node");
  }

  bool cut_off(std::string_view where) {
    return wrong(bytes_.error().empty()
                     ? fmt::format("ends within {} (byte {})", where, bytes_.place())
                     : fmt::format("{} (within {}, byte {})", bytes_.error(), where, bytes_.place()));
  }
  bool wrong(const std::string& what) {
    diagnostics_.input_error(file_, what);
    return false;
  }

  Mark file_;
  const Choice& choice_;
  Bytes bytes_;
  Draft& draft_;
  Diagnostics& diagnostics_;
  Trace made_;
  std::uint64_t announced_ = 0, wanted_ = 0, first_cycle_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> place_of_;        ///< of a packet, by its number
  std::vector<std::pair<std::uint32_t, std::uint32_t>> dependents_;  ///< a packet, and the number of one that waits
};

}  // namespace

Trace read_trace(const Source& source, const Choice& choice, Draft& draft, Diagnostics& diagnostics) {
  return TraceReader(source, choice, draft, diagnostics).read();
}

}  // namespace fsin::imports::netrace

// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/netrace/netrace.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/core/units.hpp"
#include "fsin/imports/common/settings.hpp"
#include "fsin/imports/netrace/bytes.hpp"
#include "fsin/imports/netrace/trace.hpp"

namespace fsin::imports {
namespace {

using netrace::Packet;
using netrace::Trace;

/// A schedule has at most 2^24 statements, of which a packet needs up to three.
constexpr std::uint64_t most_packets_of_schedule = 5'000'000;
constexpr std::uint64_t usual_packets = 1'000'000;

/// The schedule of one node. Cpu 1 is the clock: a chain of pauses, whose ends are the cycles in which packets may
/// leave. Packets within a node do not enter the network, and end when they begin.
class NodeSchedule {
 public:
  NodeSchedule(const Trace& trace, std::uint64_t ns, std::string& to) : trace_(trace), ns_(ns), to_(to) {}

  void sends(std::uint32_t number) {
    const Packet& packet = trace_.packets[number];
    if (packet.cycle > now_) {
      add("c{}: calc {} cpu 1\n", pauses_, (packet.cycle - now_) * ns_);
      if (pauses_ > 0) add("c{} requires c{}\n", pauses_, pauses_ - 1);
      now_ = packet.cycle;
      ++pauses_;
    }
    if (packet.source == packet.destination) {
      add("s{}: calc 0 cpu 2\n", number);
    } else {
      add("s{0}: send {1}b to {2} tag {0}\n", number, packet.bytes, packet.destination);
    }
    if (pauses_ > 0) add("s{} requires c{}\n", number, pauses_ - 1);
    for (std::uint32_t i = trace_.first_wait[number]; i < trace_.first_wait[number + 1]; ++i) {
      const Packet& other = trace_.packets[trace_.waits[i]];
      add("s{} requires {}{}\n", number, other.source == other.destination ? 's' : 'r', trace_.waits[i]);
    }
  }

  void receives(std::uint32_t number) {
    const Packet& packet = trace_.packets[number];
    add("r{0}: recv {1}b from {2} tag {0}\n", number, packet.bytes, packet.source);
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(to_), format, std::forward<T>(values)...);
  }

  const Trace& trace_;
  std::uint64_t ns_;
  std::string& to_;
  std::uint64_t now_ = 0, pauses_ = 0;
};

std::string schedule_of(const Trace& trace, std::uint64_t ns) {
  std::vector<std::vector<std::uint32_t>> at(trace.nodes);
  for (std::uint32_t i = 0; i < trace.packets.size(); ++i) {
    const Packet& each = trace.packets[i];
    at[each.source].push_back(i);
    if (each.destination != each.source) at[each.destination].push_back(i);
  }
  std::string text = fmt::format("num_ranks {}\n", trace.nodes);
  for (std::uint32_t node = 0; node < trace.nodes; ++node) {
    fmt::format_to(std::back_inserter(text), "rank {} {{\n", node);
    NodeSchedule schedule(trace, ns, text);
    for (const std::uint32_t each : at[node]) {
      if (trace.packets[each].source == node) {
        schedule.sends(each);
      } else {
        schedule.receives(each);
      }
    }
    text += "}\n";
  }
  return text;
}

/// The most square mesh with so many nodes.
std::string mesh_of(std::uint32_t nodes) {
  std::uint32_t width = 1;
  for (std::uint32_t i = 2; i * i <= nodes; ++i) {
    if (nodes % i == 0) width = i;
  }
  return width == 1 ? fmt::format("[{}]", nodes) : fmt::format("[{}, {}]", nodes / width, width);
}

}  // namespace

bool Netrace::sniff(std::string_view bytes) {
  // netrace itself packs with bzip2: a damaged file is told as what it was meant to be.
  return bytes.starts_with("BZh") || netrace::Bytes(bytes).next(4) == "UTJH";
}

void Netrace::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  Settings settings(source.mark());
  add_overrides(source, settings);
  netrace::Choice choice{
      .region = {}, .packets = settings.natural("packets", usual_packets, 1, most_packets_of_schedule, diagnostics)};
  if (settings.has("region")) choice.region = settings.natural("region", 0, 0, 99, diagnostics);
  const std::uint64_t ns = settings.natural("cycle", 1, 1, 1000, diagnostics);
  for (const Setting* each : settings.unread())
    diagnostics.error(each->mark, "a trace of netrace has the settings region=N, packets=N and cycle=NS");
  if (!diagnostics.ok()) return;
  const Trace trace = netrace::read_trace(source, choice, to.draft, diagnostics);
  if (!diagnostics.ok()) return;

  Draft& draft = to.draft;
  to.companions.push_back({".goal", schedule_of(trace, ns)});
  draft.set("network.topology", fmt::format("{{type: mesh, dims: {}}}", mesh_of(trace.nodes)),
            counted(trace.nodes, "node") + ", a mesh as in netrace's own example");
  draft.set("network.link.bandwidth", to_text(BitRate{64'000'000'000 / ns}),
            fmt::format("8 B a cycle of {} ns; cycle=NS behind the file gives another", ns));
  draft.set("network.packet", "72 B", "a line of a cache and its header; without the line, 8 B");
  draft.set("network.phit", "8 B");
  draft.set("network.variable_last_packet", "true", "packets of 8 B are one phit");
  draft.set("workload.type", "trace");
  draft.set(
      "workload.file", companion_name(".goal"),
      fmt::format("{}: {}, dependencies: {}", trace.name, counted(trace.packets.size(), "packet"), trace.waits.size()));
  draft.set("workload.cpu", "{scale: 1}", "a packet leaves in its cycle, or when those that it waits for are there");
  draft.leave_out(source.mark(),
                  "addresses, and which cache or memory controller of a node sends and receives: all of a "
                  "node share its port");
}

}  // namespace fsin::imports

// SPDX-License-Identifier: Apache-2.0
// What the calls of MPI cost a rank, and messages within a node: the overheads of LogP (Culler et al., PPoPP 1993), and
// a latency and a bandwidth of copies.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "fsin/core/units.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/replay/ranks/settings.hpp"
#include "trgen/replay/replay_params.hpp"

namespace trgen::replay {

/// When a rank acts upon requests of long messages, and upon answers to them.
enum class Progress : std::uint8_t { interface, calls };

inline constexpr std::array progress_names{
    NameOf<Progress>{Progress::interface, "interface", "at any time: the network interface does it by itself"},
    NameOf<Progress>{Progress::calls, "calls",
                     "while the rank is in a call of MPI: what comes during a CPU burst waits for its end"}};

/// When a message may begin to leave.
enum class MessageStart : std::uint8_t { sent, matched };

inline constexpr std::array message_start_names{
    NameOf<MessageStart>{MessageStart::sent, "sent",
                         "when it is sent, or with mpi.eager when its receiver has answered"},
    NameOf<MessageStart>{MessageStart::matched, "matched",
                         "when its receive has been posted too, of which its sender knows in no time, as in SimGrid; "
                         "only for a network.model without routers"}};

/// Whose bandwidth mpi.node_bandwidth is.
enum class BandwidthPer : std::uint8_t { message, node };

inline constexpr std::array bandwidth_per_names{
    NameOf<BandwidthPer>{BandwidthPer::message, "message",
                         "each message within a node has the whole bandwidth, however many others are under way there"},
    NameOf<BandwidthPer>{BandwidthPer::node, "node",
                         "the messages within a node share it: their bytes are copied one message after the other"}};

struct MpiParams {
  fsin::Nanoseconds send_overhead{0};
  fsin::Nanoseconds receive_overhead{0};
  fsin::Nanoseconds node_latency{0};
  std::optional<fsin::BitRate> node_bandwidth;
  BandwidthPer node_bandwidth_per = BandwidthPer::message;
  std::optional<fsin::Bytes> eager;
  Progress progress = Progress::interface;
  MessageStart start = MessageStart::sent;
  std::optional<fsin::Bytes> buffered;
  std::optional<std::string> buffered_send_costs;
  std::optional<std::string> started_send_costs;
  std::optional<std::string> receive_costs;

  /// Messages within a node have a cost of their own here, also where the network could carry them.
  bool copies_within_nodes() const { return node_latency.value > 0 || node_bandwidth.has_value(); }

  template <class F>
  void fields(F& f) {
    const fsin::Nanoseconds none{0}, longest{1e9};
    f("send_overhead", send_overhead, "time that a rank is busy before a message of it can leave").range(none, longest);
    f("receive_overhead", receive_overhead, "time that a rank is busy after a message has come").range(none, longest);
    f("eager", eager,
      "size of the longest message that leaves without asking; a longer one sends a request, and leaves when its "
      "receive "
      "has been posted and the answer has come (default: no message asks)")
        .range(fsin::Bytes{0}, fsin::Bytes{std::uint64_t{1} << 47});
    f("progress", progress, "when requests of long messages are answered, and messages that were answered leave")
        .names(progress_names);
    f("start", start, "when a message may begin to leave its rank").names(message_start_names);
    f("buffered", buffered,
      "a send of fewer bytes copies its message and ends at once (default: none does); with mpi.start: matched, a "
      "longer "
      "one ends when its message has been delivered (default: 64 KiB)")
        .range(fsin::Bytes{0}, fsin::Bytes{std::uint64_t{1} << 47});
    f("buffered_send_costs", buffered_send_costs,
      "time of a blocking send that is copied or synchronous, by its bytes, as SimGrid's smpi/os: sections "
      "\"BYTES:SECONDS:SECONDS A BYTE\" between semicolons, each for more than so many bytes (default: none)");
    f("started_send_costs", started_send_costs,
      "time of a send that is started (MPI_Isend), whatever its bytes, as SimGrid's smpi/ois: sections as in "
      "buffered_send_costs (default: none)");
    f("receive_costs", receive_costs,
      "time of a receive of a message that is copied when it is sent, after it has come, as SimGrid's smpi/or: "
      "sections "
      "as in buffered_send_costs (default: none)");
    f("node_latency", node_latency, "latency of a message between two ranks of a node, at least a cycle")
        .range(none, longest);
    f("node_bandwidth", node_bandwidth,
      "bandwidth of messages between ranks of a node, which their sender copies (default: their size costs nothing)")
        .range(fsin::BitRate{1'000}, fsin::BitRate{1'000'000'000'000'000});
    f("node_bandwidth_per", node_bandwidth_per,
      "whether each message within a node has all of mpi.node_bandwidth, or those of a node share it")
        .names(bandwidth_per_names);
  }
};

/// Refuses what has no meaning in this order of replay, or without CPU bursts, at the keys below `mpi`.
void check_mpi(const MpiParams& params, const ReplayParams& replay, fsin::Diagnostics& diagnostics,
               const MarkOf& mark_of);

/// The costs by size that a key has, and the key; all of them are texts that SizedCosts reads.
struct SizedKey {
  std::string_view key;
  const std::optional<std::string>* text;
};
inline std::array<SizedKey, 3> sized_keys(const MpiParams& params) {
  return {{{"mpi.buffered_send_costs", &params.buffered_send_costs},
           {"mpi.started_send_costs", &params.started_send_costs},
           {"mpi.receive_costs", &params.receive_costs}}};
}

/// In cycles of a network whose links carry facts.bit_rate; times are rounded up.
CallCosts costs_of(const MpiParams& params, const fsin::workload::NetworkFacts& facts);

/// Gives ranks these costs, and outboxes if they need some for that.
void set_costs(ReplaySettings& settings, const MpiParams& params, const fsin::workload::NetworkFacts& facts);

}  // namespace trgen::replay

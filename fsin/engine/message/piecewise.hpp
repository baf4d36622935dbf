// SPDX-License-Identifier: Apache-2.0
// `network: {model: {type: piecewise, from: [0 B, 64 KiB], latency: [1 us, 4 us], byte_time: [2 ns, 1 ns]}}`: the time
// of a message by its size. Each segment has a latency and a time for every byte, as they are fitted to the times of a
// ping-pong: messages that are copied, buffered and announced first each follow a line of their own.
//
// A message belongs to the last segment that begins at its size or below. Its bytes leave one after the other, each
// taking byte_time; the first arrives a latency later. A node sends one message at a time for each injector, and
// receives one at a time in the order of their arrival. Both times are rounded to the nearest cycle, and a message is
// at least a cycle long. The lines need not meet where one segment ends and the next begins.
//
// Not modelled: the route between the nodes, and contention with messages of other nodes.
//
// Source: P. Clauss, M. Stillwell, S. Genaud, F. Suter, H. Casanova, M. Quinson, Single node on-line simulation of MPI
// applications with SMPI, IPDPS 2011.
#pragma once

#include <fmt/core.h>

#include "fsin/core/text.hpp"
#include "fsin/engine/message/point_to_point.hpp"

namespace fsin::engine::message {

struct PiecewiseTimes {
  static constexpr bool one_receiver = true;

  struct Segment {
    std::uint64_t from = 0;  ///< bytes
    Cycle latency = 0;
    double byte_ns = 0;
  };
  Machine machine;
  std::vector<Segment> segments;  ///< segments in ascending order; the first from 0

  Cycle least_flight(std::uint64_t bytes) const {
    if (bytes == 0) return std::ranges::min_element(segments, {}, &Segment::latency)->latency;
    const Duration takes = of({.bytes = bytes});
    return takes.latency + takes.drains - 1;
  }

  Duration of(const Transfer& transfer) const {
    const auto after = std::upper_bound(segments.begin(), segments.end(), transfer.bytes,
                                        [](std::uint64_t bytes, const Segment& each) { return bytes < each.from; });
    const Segment& segment = *(after - 1);
    const Nanoseconds length{static_cast<double>(transfer.bytes) * segment.byte_ns};
    const Cycle drains = std::max<Cycle>(machine.cycles(length), 1);
    return {segment.latency, drains, drains};
  }
};

struct PiecewiseModel {
  static constexpr std::string_view name = "piecewise";
  static constexpr std::string_view doc =
      "a latency and a time per byte for each range of message sizes; of the topology only the nodes count";
  static constexpr std::string_view cite =
      "P. Clauss, M. Stillwell, S. Genaud, F. Suter, H. Casanova, M. Quinson, Single node on-line simulation of MPI "
      "applications with SMPI, IPDPS 2011";
  static constexpr Carries carries = Carries::messages;
  static constexpr bool counts_delays = false;

  std::vector<fsin::Bytes> from{fsin::Bytes{0}};
  std::vector<Nanoseconds> latency;
  std::vector<Nanoseconds> byte_time;

  template <class F>
  void fields(F& f) {
    f("from", from, "smallest message size of each segment, in ascending order; the first is 0 B").size(1, 1000);
    f("latency", latency, "latency of each segment: time from the departure of a byte to its arrival")
        .range(Nanoseconds{0}, Nanoseconds{1e12})
        .size(1, 1000)
        .required();
    f("byte_time", byte_time, "time per byte of each segment, out of a node and into one; the inverse of a bandwidth")
        .range(Nanoseconds{0}, Nanoseconds{1e6})
        .size(1, 1000)
        .required();
  }

  std::optional<Fault> fault() const {
    if (from.front() != fsin::Bytes{0}) {
      return Fault{"from", fmt::format("the first segment begins at {}, so smaller messages have none; begin with 0 B",
                                       to_text(from.front()))};
    }
    for (std::size_t i = 1; i < from.size(); ++i) {
      if (from[i] <= from[i - 1]) {
        return Fault{"from", fmt::format("{} follows {}; write the segments in ascending order of size",
                                         to_text(from[i]), to_text(from[i - 1]))};
      }
    }
    if (latency.size() != from.size()) return Fault{"latency", miscounted(latency.size())};
    if (byte_time.size() != from.size()) return Fault{"byte_time", miscounted(byte_time.size())};
    return std::nullopt;
  }

  PointToPoint<PiecewiseTimes> network(const Machine& machine) const {
    PiecewiseTimes times{machine, {}};
    for (std::size_t i = 0; i < from.size(); ++i) {
      times.segments.push_back({from[i].value, machine.cycles(latency[i]), byte_time[i].value});
    }
    return PointToPoint(times);
  }

 private:
  std::string miscounted(std::size_t count) const {
    return fmt::format("{} for {}; give one for each value of from", counted(count, "value"),
                       counted(from.size(), "segment"));
  }
};

}  // namespace fsin::engine::message

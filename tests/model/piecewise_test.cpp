// SPDX-License-Identifier: Apache-2.0
// The model `piecewise`: closed forms of its times, in every segment and at its ends.
#include "fsin/engine/message/piecewise.hpp"

#include <doctest/doctest.h>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/model/network.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"

namespace piecewise_test {

using namespace model;
using namespace trgen::replay::testing;
using fsin::Bytes;
using fsin::Nanoseconds;
using fsin::engine::message::PiecewiseModel;

namespace {

/// With cycles of 32 ns.
PiecewiseModel three_segments() {
  PiecewiseModel model;
  model.from = {Bytes{0}, Bytes{1024}, Bytes{65536}};
  model.latency = {Nanoseconds{640}, Nanoseconds{960}, Nanoseconds{3200}};
  model.byte_time = {Nanoseconds{8}, Nanoseconds{2}, Nanoseconds{1}};
  return model;
}

struct Time {
  Cycle latency;
  Cycle length;
};
Time time_of(std::uint64_t bytes) {
  const auto length = [bytes](std::uint64_t per_cycle) {
    return std::max<Cycle>((bytes + per_cycle / 2) / per_cycle, 1);
  };
  if (bytes < 1024) return {20, length(4)};
  if (bytes < 65536) return {30, length(16)};
  return {100, length(32)};
}

fsin::stats::RunTotals replay(const Trace& trace, const PiecewiseModel& model) {
  Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  design.model = fsin::engine::message::configure(model, {.cycle_seconds = 32e-9});
  const Network network = make_network(design);
  const auto ranks = trgen::replay::testing::make_message_replay(trace, consecutive(*trace), network.facts);
  fsin::engine::Control control;
  return fsin::engine::run(EngineKind::event, network.design, network.topology, *ranks, nullptr, {}, control);
}

}  // namespace

TEST_CASE("half a round trip of a ping-pong is the latency and the bytes' time of the message's segment") {
  for (const std::uint64_t bytes : {0U, 1U, 64U, 1023U, 1024U, 4000U, 65535U, 65536U, 1'000'000U}) {
    CAPTURE(bytes);
    constexpr unsigned trips = 3;
    const Trace trace = trace_of(2);
    for (unsigned i = 0; i < trips; ++i) {
      trace->send(0, 1, bytes).receive(0, 1, bytes);
      trace->receive(1, 0, bytes).send(1, 0, bytes);
    }
    const Time time = time_of(bytes);
    CHECK(replay(trace, three_segments()).cycles == 2 * trips * (time.latency + time.length) + 2);
  }
}

TEST_CASE("messages of one node leave one behind the other, each for the time of its own segment") {
  const Trace trace = trace_of(4);
  Cycle leaves = 1, last = 0;
  std::uint32_t to = 1;
  for (const std::uint64_t bytes : {100'000U, 512U, 2048U}) {
    trace->send(0, to, bytes).receive(to, 0, bytes);
    ++to;
    last = std::max(last, leaves + time_of(bytes).latency + time_of(bytes).length - 1);
    leaves += time_of(bytes).length;
  }
  CHECK(replay(trace, three_segments()).cycles == last + 2);
}

TEST_CASE("messages to one node are received one behind the other") {
  constexpr std::uint32_t senders = 5;
  const Trace trace = trace_of(senders + 1);
  for (std::uint32_t from = 1; from <= senders; ++from) trace->send(from, 0, 2048).receive(0, from, 2048);
  const Time time = time_of(2048);
  CHECK(replay(trace, three_segments()).cycles == time.latency + senders * time.length + 2);
}

TEST_CASE("a single segment is an affine model, and all figures count messages") {
  PiecewiseModel affine;
  affine.latency = {Nanoseconds{320}};
  affine.byte_time = {Nanoseconds{8}};
  const Trace trace = trace_of(2);
  trace->send(0, 1, 4096).receive(1, 0, 4096);
  const auto totals = replay(trace, affine);
  CHECK(totals.cycles == 10 + 1024 + 2);
  CHECK(totals.total_packets_delivered == 1);
  CHECK(totals.workload.messages_delivered == 1);
  CHECK(totals.latency.mean() == doctest::Approx(10 + 1024 - 1));
}

TEST_CASE("segments that leave a message without a time are refused, with the key at fault") {
  const auto fault = [](std::vector<Bytes> from, std::size_t latencies, std::size_t byte_times) {
    PiecewiseModel model;
    model.from = std::move(from);
    model.latency.resize(latencies);
    model.byte_time.resize(byte_times);
    const auto found = model.fault();
    return found ? std::string(found->key) + ": " + found->text : std::string();
  };
  CHECK(fault({Bytes{0}, Bytes{8}}, 2, 2).empty());
  CHECK(fault({Bytes{8}}, 1, 1) ==
        "from: the first segment begins at 8 B, so smaller messages have none; begin with 0 B");
  CHECK(fault({Bytes{0}, Bytes{8}, Bytes{8}}, 3, 3) ==
        "from: 8 B follows 8 B; write the segments in ascending order of size");
  CHECK(fault({Bytes{0}, Bytes{8}}, 1, 2) == "latency: 1 value for 2 segments; give one for each value of from");
  CHECK(fault({Bytes{0}}, 1, 3) == "byte_time: 3 values for 1 segment; give one for each value of from");
}

}  // namespace piecewise_test

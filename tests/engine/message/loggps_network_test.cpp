// SPDX-License-Identifier: Apache-2.0
// LogGPS: closed forms of its times, to the cycle.
#include "fsin/engine/message/loggps_network.hpp"

#include <doctest/doctest.h>

#include "fsin/core/rng.hpp"
#include "fsin/engine/message/loggps.hpp"
#include "tests/engine/message/grid_routes.hpp"

namespace loggps_network_test {

using namespace fsin::engine::message;
using flows::Fate;
using flows::Timed;
using fsin::Cycle;

namespace {

constexpr Cycle L = 100, o = 7, g = 5;
constexpr double G = 0.25, O = 0.125;
constexpr std::uint64_t S = 4096;

LoggpsTimes times(double byte_overhead = 0) { return {L, o, g, G, byte_overhead, S}; }
Timed message(Cycle cycle, std::uint32_t from, std::uint32_t to, std::uint64_t bytes) {
  return {cycle, {from, to, bytes, (bytes + 3) / 4}};
}
std::vector<Fate> fates(const std::vector<Timed>& messages, const LoggpsTimes& with = times(),
                        bool runs_ahead = false) {
  flows::Torus eight({8});
  return flows::fates(LoggpsNetwork(with), eight.ground(), messages, runs_ahead);
}
Cycle gaps(std::uint64_t bytes) { return bytes < 2 ? 0 : (bytes - 1 + 2) / 4; }  // G of all bytes but the first

}  // namespace

TEST_CASE("a message of s bytes takes o + (s - 1) G + L + o, and its rank goes on after o") {
  for (const std::uint64_t bytes : {0U, 1U, 2U, 1000U, 4096U}) {
    CAPTURE(bytes);
    const Fate fate = fates({message(3, 0, 5, bytes)})[0];
    CHECK(fate.began == 3);
    CHECK(fate.left == 3 + o - 1);
    CHECK(fate.consumed == 3 + o + gaps(bytes) + L + o - 1);
    CHECK(LoggpsNetwork(times()).alone(message(3, 0, 5, bytes).transfer) == o + gaps(bytes) + L + o);
  }
}

TEST_CASE("a longer message than S is announced and answered first, and its rank goes on when it has left") {
  const std::uint64_t bytes = S + 1;
  const Fate fate = fates({message(3, 0, 5, bytes)})[0];
  const Cycle begins = 3 + 2 * (o + L + o);
  CHECK(fate.began == begins);
  CHECK(fate.left == begins + o + gaps(bytes) - 1);
  CHECK(fate.consumed == begins + o + gaps(bytes) + L + o - 1);
}

TEST_CASE("with O the processors take their time for every byte, and the slower of the two speeds counts") {
  const std::uint64_t bytes = 801;
  const Fate fate = fates({message(1, 0, 5, bytes)}, times(O))[0];
  CHECK(fate.left == 1 + o + 100 - 1);
  CHECK(fate.consumed == 1 + o + 200 + L + o + 100 - 1);
  const Fate slow = fates({message(1, 0, 5, bytes)}, times(0.5))[0];
  CHECK(slow.left == 1 + o + 400 - 1);
  CHECK(slow.consumed == 1 + o + 400 + L + o + 400 - 1);
}

TEST_CASE("messages of one node begin g + (s - 1) G after each other, or o where that is more") {
  const std::vector<Fate> streams = fates({message(1, 0, 1, 401), message(1, 0, 2, 401), message(1, 0, 3, 401)});
  for (unsigned i = 0; i < 3; ++i) CHECK(streams[i].began == 1 + i * (g + 100));
  const std::vector<Fate> short_ones = fates({message(1, 0, 1, 1), message(1, 0, 2, 1), message(1, 0, 3, 1)});
  for (unsigned i = 0; i < 3; ++i) CHECK(short_ones[i].began == 1 + i * o);
}

TEST_CASE("a node receives one message after the other, in the order of their first bytes") {
  const std::vector<Fate> all = fates({message(1, 1, 0, 401), message(1, 2, 0, 401), message(2, 3, 0, 401)});
  for (unsigned i = 0; i < 3; ++i) CHECK(all[i].consumed == 1 + o + L + i * (g + 100) + 100 + o - 1);
}

TEST_CASE("a processor that receives sends later") {
  const Fate first = fates({message(1, 1, 0, 1)})[0];
  const Cycle arrival = 1 + o + L;
  CHECK(first.consumed == arrival + o - 1);
  for (Cycle wait = 0; wait < o; ++wait) {
    const Fate reply = fates({message(1, 1, 0, 1), message(arrival + wait, 0, 2, 1)})[1];
    CHECK(reply.began == arrival + o);
  }
}

TEST_CASE("running ahead up to the next send changes nothing for messages that meet at processors and interfaces") {
  std::vector<Timed> messages;
  for (std::uint32_t i = 0; i < 600; ++i) {
    const auto words = fsin::philox({3, fsin::Purpose::arrival}, i);
    const std::uint32_t from = words[0] % 8;
    messages.push_back(message(1 + i * 12, from, (from + 1 + words[1] % 7) % 8, words[2] % 6000));
  }
  for (const LoggpsTimes& with : {times(), times(O), LoggpsTimes{0, 0, 0, 0, 0, S}})
    CHECK((fates(messages, with) == fates(messages, with, true)));
}

TEST_CASE("a network that has run ahead has nothing to do until the rank goes on, and then until the message ends") {
  flows::Torus eight({8});
  LoggpsNetwork network(times());
  network.prepare(eight.ground());
  network.start(0, message(1, 0, 5, 401).transfer, 1);
  Happenings told;
  network.run_ahead(fsin::never);
  CHECK(network.next() == 1 + o - 1);
  network.advance(network.next(), told);
  CHECK(told.left.size() == 1);
  network.run_ahead(fsin::never);
  CHECK(network.next() == 1 + o + gaps(401) + L + o);
}

TEST_CASE("parameters are times of the machine, and G is that of the link where it is not given") {
  LoggpsModel model;
  model.latency = fsin::Nanoseconds{3200};
  model.overhead = fsin::Nanoseconds{64};
  const Machine machine{.cycle_seconds = 32e-9, .phit_bytes = 4};
  CHECK(model.network(machine).alone({0, 1, 401, 101}) == 2 + 100 + 100 + 2);
  model.byte_gap = fsin::Nanoseconds{64};
  CHECK(model.network(machine).alone({0, 1, 401, 101}) == 2 + 800 + 100 + 2);
  model.eager = fsin::Bytes{400};
  CHECK(model.network(machine).alone({0, 1, 401, 101}) == 2 + 800 + 100 + 2);
}

}  // namespace loggps_network_test

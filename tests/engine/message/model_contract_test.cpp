// SPDX-License-Identifier: Apache-2.0
// The contract of model.hpp, for every model of the catalogue.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "fsin/core/rng.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/piecewise.hpp"
#include "tests/engine/message/grid_routes.hpp"

namespace model_contract_test {

using namespace fsin::engine::message;
using flows::Fate;
using flows::Timed;
using fsin::Cycle;

namespace {

const Machine machine{.cycle_seconds = 32e-9};

template <class M>
M usual() {
  M model;
  if constexpr (std::is_same_v<M, PiecewiseModel>) {
    model.latency = {fsin::Nanoseconds{500}};
    model.byte_time = {fsin::Nanoseconds{2}};
  }
  return model;
}

/// check(network, unit, name) with each model, and with packets besides messages where it carries these.
template <class Check>
void with_all(Check check) {
  const auto one = [&check]<class M>(std::type_identity<M>) {
    for (const Carries unit : {Carries::packets, Carries::messages}) {
      if (unit == Carries::messages && M::carries == Carries::packets) continue;
      INFO(M::name, unit == Carries::packets ? ", packets" : ", messages");
      check(usual<M>().network(machine), unit);
    }
  };
  [&]<class... Cs>(std::type_identity<std::variant<Cs...>>) {
    (one(std::type_identity<typename Cs::Model>{}), ...);
  }(std::type_identity<Models::configured>{});
}

Transfer transfer(std::uint32_t from, std::uint32_t to, std::uint64_t phits) { return {from, to, 4 * phits, phits}; }

std::vector<Timed> random_transfers() {
  std::vector<Timed> transfers;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const auto words = fsin::philox({9, fsin::Purpose::arrival}, i);
    const std::uint32_t from = words[0] % 16, by = 1 + words[1] % 15;
    transfers.push_back({1 + i / 4 * 30, transfer(from, (from + by) % 16, 1 + words[2] % 200)});
  }
  return transfers;
}

}  // namespace

TEST_CASE("under every model a transfer that meets no other takes what alone() says") {
  with_all([](const auto& model, Carries unit) {
    flows::Torus torus({4, 4});
    for (const std::uint64_t phits : {1U, 16U, 1000U}) {
      auto network = model;
      network.prepare(torus.ground(unit));
      const Timed lone{5, transfer(2, 11, phits)};
      const Fate fate = flows::fates(model, torus.ground(unit), {lone})[0];
      CHECK(fate.consumed == fate.began + network.alone(lone.transfer));
    }
  });
}

TEST_CASE("under every model each transfer begins, leaves and ends, in this order, and the same again") {
  with_all([](const auto& model, Carries unit) {
    flows::Torus torus({4, 4});
    const std::vector<Timed> transfers = random_transfers();
    const std::vector<Fate> all = flows::fates(model, torus.ground(unit), transfers);
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(all[i].began >= transfers[i].cycle);
      if (unit == Carries::messages) CHECK(all[i].left >= all[i].began);
      CHECK(all[i].consumed > std::max(all[i].began, all[i].left));
    }
    CHECK((all == flows::fates(model, torus.ground(unit), transfers)));
  });
}

TEST_CASE("under every model it makes no difference to transfers whether the network runs ahead") {
  with_all([](const auto& model, Carries unit) {
    flows::Torus torus({4, 4});
    const std::vector<Timed> transfers = random_transfers();
    const std::vector<Fate> all = flows::fates(model, torus.ground(unit), transfers);
    CHECK((all == flows::fates(model, torus.ground(unit), transfers, true)));
  });
}

TEST_CASE("under every model ends of one cycle are told by destination, then in the order of their beginnings") {
  with_all([](auto network, Carries unit) {
    flows::Torus torus({4, 4});
    network.prepare(torus.ground(unit));
    std::vector<std::uint32_t> destination;
    // Everybody sends to the right, as far as everybody: by symmetry all end at once.
    for (std::uint32_t i = 0; i < 16; ++i) {
      const std::uint32_t from = 15 - i;
      destination.push_back(from / 4 * 4 + (from + 1) % 4);
      network.start(i, transfer(from, destination[i], 20), 1);
    }
    if constexpr (requires { network.settle(Cycle{1}); }) network.settle(1);
    std::vector<std::tuple<Cycle, std::uint32_t, std::uint32_t>> ends;
    Happenings told;
    while (network.next() != fsin::never) {
      const Cycle now = network.next();
      network.advance(now, told);
      for (const auto& [number, cycle] : told.consumed) {
        CHECK(cycle < now);
        ends.emplace_back(cycle, destination[number], number);
      }
      told.clear();
      if constexpr (requires { network.settle(now); }) network.settle(now);
    }
    CHECK(ends.size() == 16);
    CHECK(std::is_sorted(ends.begin(), ends.end()));
  });
}

TEST_CASE("under every model what ends by the last cycle is told when a run is cut off, and nothing else") {
  with_all([](auto network, Carries unit) {
    flows::Torus torus({4, 4});
    network.prepare(torus.ground(unit));
    network.start(0, transfer(0, 1, 20), 1);
    if constexpr (requires { network.settle(Cycle{1}); }) network.settle(1);
    const Cycle end = 1 + network.alone(transfer(0, 1, 20));
    Happenings told;
    for (Cycle now = network.next(); now <= end; now = network.next()) {
      network.advance(now, told);
      CHECK(told.consumed.empty());
      if constexpr (requires { network.settle(now); }) network.settle(now);
    }
    auto early = network;
    early.finish(end - 1, told);
    CHECK(told.consumed.empty());
    network.finish(end, told);
    CHECK(told.consumed.size() == 1);
  });
}

}  // namespace model_contract_test

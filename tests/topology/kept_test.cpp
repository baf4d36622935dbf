// SPDX-License-Identifier: Apache-2.0
// What a network keeps of what has been worked out from its links.
#include "fsin/topology/kept.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/topology/grids/mesh.hpp"

namespace kept_test {

using namespace fsin;

TEST_CASE("what is asked for again is made once, by whichever thread, and something else in its place") {
  topology::Kept kept;
  std::atomic<int> made = 0;
  const auto ask = [&](const std::string& name) { return *kept.get<int>(name, [&] { return ++made; }); };
  CHECK(ask("a") == 1);
  CHECK(ask("a") == 1);
  CHECK(ask("b") == 2);
  CHECK(ask("a") == 3);  // only the latest is kept
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { ask("c"); });
  for (std::thread& each : threads) each.join();
  CHECK(made == 4);
}

TEST_CASE("whoever holds what was kept has it also when something else is kept") {
  topology::Kept kept;
  const auto one = kept.get<std::string>("one", [] { return std::string("first"); });
  kept.get<std::string>("two", [] { return std::string("second"); });
  CHECK(*one == "first");
}

TEST_CASE("what could not be made fails for all who ask for it") {
  topology::Kept kept;
  const auto fail = []() -> int { throw std::runtime_error("no"); };
  CHECK_THROWS_AS(kept.get<int>("a", fail), std::runtime_error);
  CHECK_THROWS_AS(kept.get<int>("a", fail), std::runtime_error);
  CHECK(*kept.get<int>("b", [] { return 1; }) == 1);
}

TEST_CASE("a network whose links fail keeps nothing of the whole one") {
  const topology::Topology whole = topology::MeshParams{{3, 3}}.build();
  topology::Topology faulty = whole;
  CHECK(faulty.kept == whole.kept);
  topology::FaultPlan faults;
  faults.links = {"0-1"};
  topology::fail(faults, faulty);
  CHECK(faulty.kept != whole.kept);
}

}  // namespace kept_test

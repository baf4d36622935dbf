// SPDX-License-Identifier: Apache-2.0
// The C interface says what the C++ class says.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "fsin/api/fsin.h"
#include "fsin/api/fsin.hpp"

namespace c_network_test {

TEST_CASE("the C interface gives the cycles of the C++ class") {
  const char* const keys[] = {"network.topology={type: torus, dims: [4, 4]}", "network.model=flow", nullptr};
  char why[2000] = "x";
  fsin_network* const network = fsin_network_open(nullptr, keys, 0, why, sizeof why);
  REQUIRE(network != nullptr);
  CHECK(std::string(why).empty());
  fsin::Experiment experiment;
  experiment.set("network.topology", "{type: torus, dims: [4, 4]}").set("network.model", "flow");
  fsin::Network same(experiment);
  CHECK(fsin_network_nodes(network) == 16);
  CHECK(fsin_network_seconds_per_cycle(network) == same.seconds_per_cycle());
  for (std::uint32_t node = 0; node < 15; ++node) {
    CHECK(fsin_network_send(network, node, 15, 1000, 3 * node, node + 100) == 0);
    same.send(node, 15, 1000, 3 * node, node + 100);
  }
  CHECK(fsin_network_under_way(network) == 15);
  std::size_t found = 0;
  while (fsin_network_under_way(network) > 0) {
    REQUIRE(fsin_network_advance(network, FSIN_NO_END) == 0);
    same.advance();
    CHECK(fsin_network_now(network) == same.now());
    fsin_delivery came;
    while (fsin_network_next_delivery(network, &came) == 1) {
      const auto other = same.next_delivery();
      REQUIRE(other);
      CHECK(came.token == other->token);
      CHECK(came.cycle == other->cycle);
      ++found;
    }
  }
  CHECK(found == 15);
  CHECK(std::string(fsin_network_error(network)).empty());
  CHECK(fsin_network_send(network, 2, 2, 1, fsin_network_now(network), 0) == -1);
  CHECK(std::string(fsin_network_error(network)) == "a message of node 2 to itself crosses no network");
  fsin_network_close(network);
  fsin_network_close(nullptr);
}

TEST_CASE("a network of the C interface is saved, restored and branched, and a state that is none is refused") {
  const char* const keys[] = {"network.topology={type: torus, dims: [4, 4]}", "network.model=loggps", nullptr};
  fsin_network* const network = fsin_network_open(nullptr, keys, 0, nullptr, 0);
  fsin_network* const other = fsin_network_open(nullptr, keys, 0, nullptr, 0);
  REQUIRE(network != nullptr);
  for (std::uint32_t node = 0; node < 15; ++node) fsin_network_send(network, node, 15, 1000, 3 * node, node);
  REQUIRE(fsin_network_advance(network, 20) == 0);
  std::size_t size = 0;
  const auto* state = static_cast<const char*>(fsin_network_save(network, &size));
  REQUIRE(state != nullptr);
  const std::string bytes(state, size);
  REQUIRE(fsin_network_restore(other, bytes.data(), size) == 0);
  fsin_network* const branch = fsin_network_branch(network);
  REQUIRE(branch != nullptr);
  std::string came[3];
  fsin_network* const all[] = {network, other, branch};
  for (int i = 0; i < 3; ++i) {
    CHECK(fsin_network_now(all[i]) == 20);
    while (fsin_network_under_way(all[i]) > 0) {
      REQUIRE(fsin_network_advance(all[i], FSIN_NO_END) == 0);
      fsin_delivery each;
      while (fsin_network_next_delivery(all[i], &each) == 1)
        came[i] += std::to_string(each.token) + ' ' + std::to_string(each.cycle) + '\n';
    }
  }
  CHECK(std::count(came[0].begin(), came[0].end(), '\n') == 15);
  CHECK(came[1] == came[0]);
  CHECK(came[2] == came[0]);
  CHECK(fsin_network_restore(other, bytes.data(), size - 1) == -1);
  CHECK(std::string(fsin_network_error(other)).find("it is cut off after") != std::string::npos);
  for (fsin_network* each : all) fsin_network_close(each);
}

TEST_CASE("a network that cannot be opened says why, within the space that it is given") {
  const char* const faulty[] = {"network.model=fluid", nullptr};
  char why[2000] = "";
  CHECK(fsin_network_open(nullptr, faulty, 0, why, sizeof why) == nullptr);
  CHECK(std::string(why).find("fluid") != std::string::npos);
  char little[6] = "";
  CHECK(fsin_network_open(nullptr, faulty, 0, little, sizeof little) == nullptr);
  CHECK(std::string(little) == std::string(why).substr(0, 5));
  CHECK(fsin_network_open("no-such-file.yaml", nullptr, 0, nullptr, 0) == nullptr);
  const char* const no_key[] = {"model", nullptr};
  CHECK(fsin_network_open(nullptr, no_key, 0, why, sizeof why) == nullptr);
  CHECK(std::string(why) == "\"model\" is no key=value");
}

}  // namespace c_network_test

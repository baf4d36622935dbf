// SPDX-License-Identifier: Apache-2.0
// Fat trees of htsim.
#include <doctest/doctest.h>

#include "fsin/imports/htsim/htsim.hpp"
#include "tests/imports/imported.hpp"

namespace htsim_tree_test {

using fsin::test::Imported;

Imported tree(const std::string& text) { return fsin::test::imported<fsin::imports::HtsimTree>(text); }

std::string tier(int number, const std::string& radices, const std::string& more = "") {
  return "Tier " + std::to_string(number) + "\nDownlink_speed_Gbps 100\nDownlink_Latency_ns " +
         std::to_string(1000 - 100 * number) + "\n" + radices + more;
}

TEST_CASE("two tiers are leaves and spines, with a delay for each tier") {
  const Imported made = tree("# small\nNodes 32\nTiers 2\nPodsize 32\n" + tier(0, "Radix_Down 8\nRadix_Up 2\n") +
                             tier(1, "Radix_Down 4\n"));
  CHECK(made.messages == "");
  CHECK(made.has("{type: leaf-spine, leaves: 4, spines: 2, terminals: 8, links: 1}"));
  CHECK(made.has("bandwidth: 100 Gb/s"));
  CHECK(made.has("delay_by_class: [1000 ns, 900 ns]"));
  CHECK(made.left_out.find("links are lossless") != std::string::npos);
}

TEST_CASE("three tiers are an XGFT, and an edge list where links come in bundles") {
  const std::string head = "Nodes 16\nTiers 3\nPodsize 4\n";
  CHECK(tree(head + tier(0, "Radix_Down 2\nRadix_Up 2\n") + tier(1, "Radix_Down 2\nRadix_Up 2\n") +
             tier(2, "Radix_Down 4\n"))
            .has("{type: xgft, m: [2, 2, 4], w: [1, 2, 2]}"));
  const Imported bundles = tree(head + tier(0, "Radix_Down 2\nRadix_Up 4\n", "Oversubscribed 1\n") +
                                tier(1, "Radix_Down 4\nRadix_Up 2\n", "Bundle 2\n") + tier(2, "Radix_Down 4\n"));
  CHECK(bundles.messages == "");
  CHECK(bundles.companion.find("l1 m0 count=2 bandwidth=100000000000b/s delay=900ns\n") != std::string::npos);
}

TEST_CASE("queues and delays that one key cannot say are told") {
  const Imported made = tree("Nodes 4\nTiers 2\nPodsize 4\n" +
                             tier(0, "Radix_Down 2\nRadix_Up 1\n", "Queue_Down 40960\nQueue_Up 8192\n") +
                             tier(1, "Radix_Down 2\n", "Switch_Latency_ns 300\nColour 3\n"));
  CHECK(made.has("queue: 10 packets"));
  CHECK(made.left_out.find("all queues hold the same number of whole packets, 1 to 120, here 10") != std::string::npos);
  CHECK(made.left_out.find("switches of tier 1 have 300 ns") != std::string::npos);
  CHECK(made.left_out.find("1.colour 3: no key of an experiment says this") != std::string::npos);
}

TEST_CASE("mistakes of a tree have their place") {
  CHECK(tree("Nodes 4 5\n").messages.find("file:1:9: expected a name and its value") != std::string::npos);
  CHECK(tree("Tier 3\n").messages.find("file:1:6: tiers are 0, 1 and 2") != std::string::npos);
  CHECK(tree("Nodes 4\nNodes 4\n").messages.find("file:2:1: \"Nodes\" is given twice") != std::string::npos);
  CHECK(tree("Nodes 4\nTiers 2\nPodsize 4\n").messages.find("tier 0 has no radix_down") != std::string::npos);
  CHECK(tree("Nodes 4\nTiers 2\nPodsize 4\n" + tier(0, "Radix_Down 2\nRadix_Up 1\n") + tier(1, "Radix_Down 3\n"))
            .messages.find("file:12:1: Radix_Down of tier 1 must be 2") != std::string::npos);
}

}  // namespace htsim_tree_test

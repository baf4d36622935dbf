// SPDX-License-Identifier: Apache-2.0
// Listings of anynet as edge lists.
#include "fsin/imports/booksim/anynet.hpp"

#include <doctest/doctest.h>

#include "tests/imports/imported.hpp"

namespace anynet_test {

using fsin::test::Imported;

Imported anynet(const std::string& text) { return fsin::test::imported<fsin::imports::Anynet>(text); }

TEST_CASE("a link that both sides leave alone has no delay, one that a side gives has it in this direction") {
  const Imported made =
      anynet("router 0 node 0 node 1 5 router 1 10 router 2\nrouter 1 node 2 router 2 4\nrouter 2 node 3 router 1 4\n");
  CHECK(made.messages == "");
  CHECK(made.companion.find("switch r0\nswitch r1\nswitch r2\nterminal n0\nterminal n1\nterminal n2\nterminal n3\n") !=
        std::string::npos);
  CHECK(made.companion.find("n1 r0 delay=4\n") != std::string::npos);
  CHECK(made.companion.find("r0 -> r1 delay=9\nr1 -> r0\n") != std::string::npos);
  CHECK(made.companion.find("r0 r2\n") != std::string::npos);
  CHECK(made.companion.find("r1 r2 delay=3\n") != std::string::npos);
}

TEST_CASE("mistakes of a listing have their line") {
  CHECK(anynet("router 0 node 0\nrouter 1 node 0\n")
            .messages.find("file:2: node 0 is joined to router 0 and to router 1") != std::string::npos);
  CHECK(anynet("router 0 router 0 node 1\n").messages.find("joined to itself") != std::string::npos);
  CHECK(anynet("router 0 node 0 router 1 0\n").messages.find("a delay of 1 to 1000000000 cycles") != std::string::npos);
  CHECK(anynet("router 0 node\n").messages.find("expected a number behind") != std::string::npos);
  CHECK(anynet("node 0 node 1\n").messages.find("two nodes cannot be joined") != std::string::npos);
  CHECK(anynet("\n").messages.find("lists no router") != std::string::npos);
}

}  // namespace anynet_test

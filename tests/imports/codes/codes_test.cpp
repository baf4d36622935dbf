// SPDX-License-Identifier: Apache-2.0
// Networks of CODES.
#include "fsin/imports/codes/codes.hpp"

#include <doctest/doctest.h>

#include "tests/imports/imported.hpp"

namespace codes_test {

using fsin::test::Imported;

Imported codes(const std::string& parameters, const std::string& groups = "") {
  return fsin::test::imported<fsin::imports::Codes>("LPGROUPS { " + groups + " }\nPARAMS\n{\n" + parameters + "}\n");
}

TEST_CASE("a dragonfly has half as many nodes and global links on a router as its group has routers") {
  const Imported made = codes(
      "modelnet_order=(\"dragonfly\",\"dragonfly_router\");\nnum_routers=\"8\";\n"
      "packet_size=\"512\"; chunk_size=\"512\"; local_vc_size=\"4096\";\nrouting=\"minimal\";\n");
  CHECK(made.messages == "");
  CHECK(made.has("topology: {type: dragonfly, p: 4, a: 8, h: 4}"));
  CHECK(made.has("routing: dragonfly-minimal"));
  CHECK(made.has("queue: 8 packets"));
  CHECK(made.has("delay: 50 ns"));
}

TEST_CASE(
    "a dragonfly of dally has its numbers, and files of connections that are not there are told with their place") {
  const Imported made = codes(
      "modelnet_order=(\"dragonfly_dally\");\nnum_routers=\"4\"; num_groups=\"9\";\n"
      "num_cns_per_router=\"2\"; num_global_channels=\"2\";\n"
      "  inter-group-connections=\"inter\";\nrouting=\"prog-adaptive\";\n");
  CHECK(made.messages == "");
  CHECK(made.has("{type: dragonfly, p: 2, a: 4, h: 2, groups: 9}"));
  CHECK(made.has("routing: dragonfly-par"));
  CHECK(made.left_out.find("file:7:3: inter-group-connections = inter: there is no such file") != std::string::npos);
}

TEST_CASE("a dragonfly+, a torus, a Slim Fly and both kinds of fat tree are their topologies") {
  CHECK(codes("modelnet_order=(\"dragonfly_plus\"); num_groups=\"5\"; num_router_spine=\"4\"; num_router_leaf=\"4\";"
              "num_cns_per_router=\"4\"; num_global_connections=\"4\";")
            .has("{type: dragonfly-plus, p: 4, leaves: 4, spines: 4, h: 4, groups: 5}"));
  const Imported torus =
      codes("modelnet_order=(\"torus\"); n_dims=\"3\"; dim_length=\"4,4,2\"; link_bandwidth=\"10\";");
  CHECK(torus.has("{type: torus, dims: [4, 4, 2]}"));
  CHECK(torus.has("bandwidth: 85899345920 b/s"));
  CHECK(codes("modelnet_order=(\"slimfly\"); num_routers=\"5\"; num_terminals=\"3\";")
            .has("{type: slim-fly, q: 5, terminals: 3}"));
  CHECK(codes("modelnet_order=(\"fattree\"); num_levels=\"3\"; switch_count=\"32\"; switch_radix=\"8\";")
            .has("{type: xgft, m: [4, 4, 8], w: [1, 4, 4]}"));
  CHECK(codes("modelnet_order=(\"fattree\"); num_levels=\"2\"; switch_count=\"4\"; switch_radix=\"8\";")
            .has("{type: leaf-spine, leaves: 4, spines: 2, terminals: 4, links: 2}"));
}

TEST_CASE("middle switches that share those above become an edge list") {
  const Imported made =
      codes("modelnet_order=(\"fattree\"); num_levels=\"3\"; switch_count=\"8\"; switch_radix=\"8\";");
  CHECK(made.messages == "");
  CHECK(made.companion.find("switch l7 terminals=4 bandwidth=40000000000b/s\n") != std::string::npos);
  CHECK(made.companion.find("m3 t3 ") != std::string::npos);
  CHECK(made.companion.find("switch t4 ") == std::string::npos);
}

TEST_CASE("what is not known is told, and nodes that do not agree are") {
  const Imported made = codes("modelnet_order=(\"torus\"); n_dims=\"1\"; dim_length=\"4\"; soft=\"7\";\n",
                              "GRP { repetitions=\"5\"; modelnet_torus=\"1\"; }");
  CHECK(made.left_out.find("soft=7: no key of an experiment says this") != std::string::npos);
  CHECK(made.left_out.find("LPGROUPS has 5 nodes, and the topology 4") != std::string::npos);
}

TEST_CASE("mistakes have their line and column") {
  CHECK(codes("  a \"1\";\n").messages.find("file:4:5: expected `=` or `{` behind \"a\"") != std::string::npos);
  CHECK(codes("a=\"1;\n").messages.find("file:4:3: the value is not closed") != std::string::npos);
  CHECK(codes("a=(\"1\" \"2\");\n").messages.find("file:4:8: expected `,` or `)`") != std::string::npos);
  CHECK(codes("/* \n").messages.find("file:4:1: the comment is not closed") != std::string::npos);
  CHECK(codes("a=\"1\"\n").messages.find("there is no `;` behind \"a\"") != std::string::npos);
  CHECK(
      codes("modelnet_order=(\"torus\"); n_dims=\"9\";\n").messages.find("n_dims must be a whole number from 1 to 8") !=
      std::string::npos);
  CHECK(codes("modelnet_order=(\"dragonfly_pro\");\n").messages.find("has no counterpart") != std::string::npos);
  CHECK(codes("").messages.find("there is no modelnet_order") != std::string::npos);
}

}  // namespace codes_test

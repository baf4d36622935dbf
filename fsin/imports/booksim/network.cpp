// SPDX-License-Identifier: Apache-2.0
// BookSim's topologies with the delays of their links, and its routing functions.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/booksim/anynet.hpp"
#include "fsin/imports/booksim/parts.hpp"
#include "fsin/imports/common/read_text.hpp"

namespace fsin::imports {
namespace {

std::string dims(std::uint64_t sides, std::uint64_t k) {
  std::string made = "[";
  for (std::uint64_t i = 0; i < sides; ++i) made += fmt::format("{}{}", i > 0 ? ", " : "", k);
  return made + "]";
}

}  // namespace

void BooksimParts::link_delay(std::uint64_t latency, std::string from) {
  draft_.set("network.link.delay", counted(latency - 1, "cycle"), std::move(from));
  link_latency_ = latency;
}

void BooksimParts::network() {
  const std::string size = fmt::format("topology = {}, {}, {}", topology_, words("k", "8"), words("n", "2"));
  if (topology_ == "torus" || topology_ == "mesh") {
    const bool torus = topology_ == "torus";
    draft_.set("network.topology", fmt::format("{{type: {}, dims: {}}}", topology_, dims(n_, k_)), size);
    const std::uint64_t latency = torus && noc_latency() ? 2 : 1;
    settings_.ignore("use_noc_latency");
    link_delay(latency, torus ? words("use_noc_latency", "1") + ": links of a folded torus" : "one cycle for a link");
    return torus ? torus_routing() : mesh_routing();
  }
  if (topology_ == "fattree") {
    draft_.set("network.topology", fmt::format("{{type: fat-tree, k: {}, n: {}}}", k_, n_), size);
    link_delay(1, "one cycle for a link");
    return routing({{"nca", "{type: up-down, ascent: random}", ""}, {"anca", "{type: up-down, ascent: adaptive}", ""}});
  }
  if (topology_ == "flatfly") return flattened_butterfly(size);
  if (topology_ == "dragonflynew") return dragonfly(size);
  if (topology_ == "anynet") return anynet();
  constexpr std::array known{std::string_view("torus"),   std::string_view("mesh"),         std::string_view("fattree"),
                             std::string_view("flatfly"), std::string_view("dragonflynew"), std::string_view("anynet")};
  no_counterpart("topology", topology_, known);
}

void BooksimParts::flattened_butterfly(const std::string& size) {
  const std::uint64_t c = natural("c", 1, 1, 253);
  draft_.set("network.topology", fmt::format("{{type: hyperx, dims: {}, terminals: {}}}", dims(n_, k_), c),
             size + ", " + words("c", "1"));
  if (noc_latency())
    leave_out("use_noc_latency",
              "use_noc_latency = 1: links as long as their wires on a chip; here each takes one cycle");
  for (const std::string_view place : {"x", "y", "xr", "yr"}) settings_.ignore(place);
  link_delay(1, "one cycle for a link");
  routing({{"ran_min", "{type: hyperx-oblivious, path: dor}", "a random order of dimensions; here the fixed one"},
           {"xyyx", "{type: hyperx-oblivious, path: dor}", "x before y or y before x; here the fixed order"},
           {"valiant", "{type: hyperx-oblivious, path: valiant}", ""},
           {"ugal", "{type: hyperx-adaptive, algorithm: ugal}", ""},
           {"ugal_pni", "{type: hyperx-adaptive, algorithm: ugal}", "channels by destination"},
           {"ugal_xyyx", "{type: hyperx-adaptive, algorithm: ugal}", "x before y or y before x"},
           {"adaptive_xyyx", "{type: hyperx-adaptive, algorithm: minimal}", "adaptive at the source only"}});
}

void BooksimParts::dragonfly(const std::string& size) {
  if (n_ != 1)
    wrong("n",
          "dragonflynew with n other than 1 has groups of several dimensions, which "
          "the topology `dragonfly` does not have");
  draft_.set("network.topology",
             fmt::format("{{type: dragonfly, p: {0}, a: {1}, h: {0}, wiring: absolute}}", k_, 2 * k_), size);
  draft_.set("network.link.delay", "0 cycles");
  draft_.set("network.link.delay_by_class", "[0 cycles, 9 cycles, 99 cycles]",
             "10 cycles within a group, 100 between groups");
  link_latency_ = 10;
  leave_out("topology",
            "credits of links between groups come back after 10 cycles, as within a group, and not after 100");
  routing({{"min", "dragonfly-minimal", ""}, {"ugal", "dragonfly-ugal", ""}});
}

void BooksimParts::anynet() {
  const std::string name = settings_.text("network_file", "");
  for (const std::string_view unused : {"k", "n", "c"}) settings_.ignore(unused);
  if (name.empty()) return wrong("topology", "anynet needs network_file, the listing of its routers");
  const std::filesystem::path path = source_.path.parent_path() / name;
  const auto text = read_text(InputPath(path), settings_.mark("network_file"), diagnostics_);
  if (!text) return;
  to_.companions.push_back({".edges", edges_of_anynet(*text, Mark(path.string()), diagnostics_)});
  to_.read.push_back(path);
  draft_.set("network.topology", fmt::format("{{type: graph, file: {}}}", companion_name(".edges")),
             words("network_file", ""));
  link_latency_ = 1;
  routing({{"min", "shortest", "one shortest path for each pair; here one of all shortest ones"}});
}

void BooksimParts::torus_routing() {
  draft_.set("network.router.flow_control", "dateline", "a torus of BookSim: channels before and after the wrap link");
  routing({{"dim_order", "dor", ""},
           {"dim_order_bal", "{type: dor, dateline: improved}", "a balanced dateline of another rule"},
           {"dim_order_ni", "dor", "channels by destination"},
           {"min_adapt", "{type: adaptive, select: most-free}", ""},
           {"valiant", "grid-valiant", ""},
           {"valiant_ni", "grid-valiant", "channels by destination"}});
}

void BooksimParts::mesh_routing() {
  routing({{"dor", "dor", ""},
           {"dim_order", "dor", ""},
           {"dim_order_ni", "dor", "channels by destination"},
           {"dim_order_pni", "dor", "channels by destination"},
           {"xy_yx", "o1turn", ""},
           {"adaptive_xy_yx", "o1turn", "the order of dimensions by queues; here by draw"},
           {"romm", "{type: grid-valiant, within: quadrant}", ""},
           {"romm_ni", "{type: grid-valiant, within: quadrant}", "channels by destination"},
           {"valiant", "grid-valiant", ""},
           {"min_adapt", "{type: adaptive, select: most-free}", ""}});
}

}  // namespace fsin::imports

// SPDX-License-Identifier: Apache-2.0
// FSIN's router and its congestion control.
#include <fmt/format.h>

#include <array>

#include "fsin/core/text.hpp"
#include "fsin/imports/insee/parts.hpp"

namespace fsin::imports {
namespace {

constexpr std::array arbiters{Counterpart{"rr", "round-robin"},    Counterpart{"fifo", "oldest"},
                              Counterpart{"random", "random"},     Counterpart{"longest", "longest"},
                              Counterpart{"highest", "most-hops"}, Counterpart{"age", "age"}};

}  // namespace

void InseeParts::router() {
  draft_.set("network.router.virtual_channels", fmt::format("{}", natural("nchan", 2, 1, 16)), words("nchan", "2"));
  draft_.set("network.router.queue", counted(natural("tql", 4, 1, 120), "packet"), words("tql", "4"));
  draft_.set("network.router.injection_queue", counted(natural("iql", 4, 1, 120), "packet"), words("iql", "4"));
  draft_.set("network.router.injectors", fmt::format("{}", natural("ninj", 1, 1, 16)), words("ninj", "1"));
  const std::string vc = settings_.text("vc", "bubble");
  if (vc == "bubble" && (name_ == "torus" || name_ == "ttorus")) {
    const std::uint64_t bubble = natural("bsize", 2, 0, 120);
    draft_.set("network.router.flow_control", bubble == 0 ? "none" : "bubble", words("vc", "bubble"));
    if (bubble > 0) draft_.set("network.router.bubble", counted(bubble, "packet"), words("bsize", "2"));
  } else if (vc == "double" || vc == "dally") {
    draft_.set("network.router.flow_control", "dateline", words("vc", "bubble"));
  } else if (vc != "bubble" && vc != "tree" && !vc.starts_with("dragonfly")) {
    constexpr std::array known{std::string_view("bubble"), std::string_view("double"), std::string_view("dally"),
                               std::string_view("tree"), std::string_view("dragonfly-dally")};
    no_counterpart("vc", vc, known);
  }
  choose("network.router.arbiter", "amode", "rr", arbiters);
  constexpr std::array modes{Counterpart{"multiple", "multiple"}, Counterpart{"single", "single"}};
  choose("network.router.consumption", "cmode", "multiple", modes);
  const std::string length = settings_.text("plength", "16_4");
  const std::size_t cut = length.find('_');
  const auto phits = parse_natural(length.substr(0, cut));
  const auto bytes = cut == std::string::npos ? std::optional<std::uint64_t>(4) : parse_natural(length.substr(cut + 1));
  if (!phits || !bytes || *phits == 0 || *bytes == 0 || *phits > 65535 || *bytes > 65535)
    return wrong("plength", fmt::format("plength={}: expected PHITS_BYTES, such as 16_4", length));
  draft_.set("network.packet", fmt::format("{} B", *phits * *bytes), words("plength", "16_4"));
  draft_.set("network.phit", fmt::format("{} B", *bytes));
  if (settings_.has("link_bandwidth"))
    draft_.set("network.link.bandwidth", fmt::format("{} Mb/s", print_real(number("link_bandwidth", 1, 1e-3, 1e9))),
               words("link_bandwidth", ""));
}

void InseeParts::congestion() {
  const double priority = number("ipr", 0, 0, 1);
  const std::uint64_t restriction = natural("lbr", 0, 0, 120);
  const double global = number("global_cc", 0, 0, 1e9);
  const auto in_use = (priority > 0 ? 1 : 0) + (restriction > 0 ? 1 : 0) + (global > 0 ? 1 : 0);
  if (in_use > 1)
    leave_out("lbr", "ipr, lbr and global_cc together: a router has one congestion control here, the first of them");
  if (priority > 0) {
    draft_.set("network.router.congestion_control",
               fmt::format("{{type: transit-priority, probability: {}}}", print_real(priority)), words("ipr", "0"));
  } else if (restriction > 0) {
    draft_.set("network.router.congestion_control",
               fmt::format("{{type: local-restriction, slots: {}}}", counted(restriction, "packet")),
               words("lbr", "0"));
  } else if (global > 0) {
    draft_.set("network.router.congestion_control", "population", words("global_cc", "0"));
    leave_out("global_cc", "global_cc: the limit of packets is that of the key's default");
  }
}

}  // namespace fsin::imports

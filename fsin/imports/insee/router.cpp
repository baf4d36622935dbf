// SPDX-License-Identifier: Apache-2.0
// FSIN's router and its congestion control.
#include <fmt/format.h>

#include <algorithm>
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
  injection();
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
    return wrong("plength",
                 fmt::format("plength={}: expected PHITS_BYTES, such as 16_4, each from 1 to 65535", length));
  draft_.set("network.packet", fmt::format("{} B", *phits * *bytes), words("plength", "16_4"));
  draft_.set("network.phit", fmt::format("{} B", *bytes));
  if (settings_.has("link_bandwidth"))
    draft_.set("network.link.bandwidth", fmt::format("{} Mb/s", print_real(number("link_bandwidth", 1, 1e-3, 1e9))),
               words("link_bandwidth", ""));
}

void InseeParts::injection() {
  const std::string mode = settings_.text("imode", "shortest");
  // Where the header's way is known before it enters, each direction has a queue of its own, whatever `ninj` says.
  const bool by_way = mode != "shortest" && dimensions_ > 0;
  const std::uint64_t own = natural("ninj", 1, 1, 16);
  const std::uint64_t queues = by_way ? 2 * dimensions_ : own;
  draft_.set("network.router.injectors", fmt::format("{}", queues),
             by_way ? fmt::format("imode = {}: a queue for each direction", mode) : words("ninj", "1"));
  if (by_way) {
    leave_out("imode", fmt::format("imode={}: a packet waits in the queue of its first link; here it joins the "
                                   "shortest of the {} queues",
                                   mode, queues));
  } else if (mode != "shortest") {
    leave_out("imode", fmt::format("imode={}: no key of an experiment says this", mode));
  }
}

void InseeParts::congestion() {
  // Two names each: those of the papers, and those of the file that comes with the original.
  const std::string_view ipr = settings_.has("intransit_pr") ? "intransit_pr" : "ipr";
  const std::string_view lbr = settings_.has("bub_to_adap") ? "bub_to_adap" : "lbr";
  const double priority = number(ipr, 0, 0, 1);
  const std::uint64_t restriction = natural(lbr, 0, 0, 120);
  const double percent = number("global_cc", 100, 0, 1e9);
  const bool global = percent < 100;  // from 100 % on, nothing is held back
  const auto in_use = (priority > 0 ? 1 : 0) + (restriction > 0 ? 1 : 0) + (global ? 1 : 0);
  if (in_use > 1)
    leave_out(lbr, "ipr, lbr and global_cc together: a router has one congestion control here, the first of them");
  if (priority > 0) {
    draft_.set("network.router.congestion_control",
               fmt::format("{{type: transit-priority, probability: {}}}", print_real(priority)), words(ipr, "0"));
  } else if (restriction > 0) {
    draft_.set("network.router.congestion_control",
               fmt::format("{{type: local-restriction, slots: {}}}", counted(restriction, "packet")), words(lbr, "0"));
  } else if (global) {
    const std::uint64_t period = natural("update_period", 0, 0, 1'000'000);
    draft_.set("network.router.congestion_control",
               fmt::format("{{type: population, most: {}, period: {}}}", print_real(std::max(percent / 100, 1e-6)),
                           std::max<std::uint64_t>(period, 1)),
               words("global_cc", "100"));
    leave_out("global_cc", "the limit is a share of the slots of transit queues");
    if (period == 0) leave_out("update_period", "packets are counted once a diameter of the network, not each cycle");
  }
}

}  // namespace fsin::imports

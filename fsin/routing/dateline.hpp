// SPDX-License-Identifier: Apache-2.0
// Rules for the virtual channel of a pair that a packet takes in a ring cut by a dateline, with flow control
// `dateline`; the wrap link is the one between k - 1 and 0. Even is the first channel of a pair, odd the second.
//
//   basic      even while the remaining path in this dimension crosses the wrap link, else odd
//   trc        even from coordinate 0 of the dimension on, odd before (the original simulator's `trc`)
//   improved   as basic, but a packet that does not (or no longer) cross the wrap link takes either: one is drawn in
//              every cycle, and if the packet may not request it, it requests the other
//   textbook   even up to the wrap link and over it, odd behind it. W. J. Dally, B. Towles, Principles and Practices of
//              Interconnection Networks, 2004, section 14.2.3
//
// With each rule the channels are free of deadlock, because no path in a dimension is longer than once round it:
//   basic      even channels are not used behind the wrap link, odd ones not over it
//   trc        odd channels are not used out of coordinate 0, and even ones not over a link that leads back to it
//   textbook   odd channels are not used over the wrap link, and its even channels lead to odd ones only
//   improved   packets that do not cross can always request odd channels, which only they use and which close no ring;
//              so every queue behind the wrap link drains, and those before it, whose packets go there, drain in turn
#pragma once

#include <array>
#include <cstdint>

#include "fsin/config/named.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/grids/direct.hpp"

namespace fsin::routing {

enum class Dateline : std::uint8_t { basic, trc, improved, textbook };

inline constexpr std::array dateline_names{
    config::Named{Dateline::basic, "basic",
                  "the first while the remaining path crosses the wrap link, else the second"},
    config::Named{Dateline::trc, "trc", "the second until the packet has been at coordinate 0, then the first"},
    config::Named{Dateline::improved, "improved",
                  "as basic, but either channel if the remaining path does not cross the wrap link"},
    config::Named{Dateline::textbook, "textbook",
                  "the first until the packet has crossed the wrap link, then the second"},
};

inline void check_dateline(const Setup<topology::Direct>& setup, Dateline rule, Report& report) {
  if (rule == Dateline::basic || setup.rings_are_cut()) return;
  report.error("network.routing.dateline", "is for rings that a dateline cuts; write flow_control: dateline");
}

}  // namespace fsin::routing

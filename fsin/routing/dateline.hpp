// SPDX-License-Identifier: Apache-2.0
// Which of the two virtual channels of a pair a packet takes in a ring that a dateline cuts, with flow control
// `dateline`; the wrap link is the one between k - 1 and 0. Even is the first channel of a pair, odd the second.
//
//   basic      even while the way that is left in this dimension crosses the wrap link, else odd
//   trc        even from coordinate 0 of the dimension on, odd before (the original simulator's `trc`)
//   improved   as basic, but a packet that does not cross the wrap link (any more) takes either: one is drawn in every
//              cycle, and where the packet may not ask for that it asks for the other
//   textbook   even up to the wrap link and over it, odd behind it. W. J. Dally, B. Towles, Principles and Practices of
//              Interconnection Networks, 2004, section 14.2.3
//
// In each of them the channels are free of deadlock, as no way in a dimension is longer than once round it:
//   basic      even channels are not used behind the wrap link, odd ones not over it
//   trc        odd channels are not used out of coordinate 0, and even ones not over a link that leads back to it
//   textbook   odd channels are not used over the wrap link, and the even ones of it lead to odd ones only
//   improved   packets that do not cross can always ask for odd channels, which only they use and which close no ring;
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
    config::Named{Dateline::basic, "basic", "the first while the way left crosses the wrap link, else the second"},
    config::Named{Dateline::trc, "trc", "the second until it has been at coordinate 0, then the first"},
    config::Named{Dateline::improved, "improved",
                  "as basic, but either where the way left does not cross the wrap link"},
    config::Named{Dateline::textbook, "textbook", "the first until it has crossed the wrap link, then the second"},
};

inline void check_dateline(const Setup<topology::Direct>& setup, Dateline rule, Report& report) {
  if (rule == Dateline::basic || setup.rings_are_cut()) return;
  report.error("network.routing.dateline", "is for rings that a dateline cuts; write flow_control: dateline");
}

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// The verdict on a load that was offered in time: carried, too much, or not judged, for a reason.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace fsin::stats {

/// Why a load was not judged.
enum class Unjudged : std::uint8_t {
  no_load,       ///< the workload offers none in time
  unfinished,    ///< the window was not simulated to its end
  silent,        ///< no packet was generated in it
  phases,        ///< it does not show the phases of the load
  filling,       ///< a good part of it went by before packets arrived
  growing,       ///< packets in the network became more, and may go on to
  unclear,       ///< queues grew, and chance alone may have done it
  window_short,  ///< queues forget too slowly for it
  busy,          ///< a queue at a source was not empty for a good part of it
  unsteady,      ///< sources offered another load in it than in the long run
};

struct NotJudged {
  Unjudged why = Unjudged::no_load;
  std::string reason;  ///< never empty in a result
};
/// Every queue is emptied again and again, and the network does not fill.
struct LoadCarried {};
/// What waits grows without end, or sources that stall make less than they are asked for.
struct LoadTooMuch {
  std::string where;  ///< "node 3"; empty where all queues together show it
};

using LoadVerdict = std::variant<NotJudged, LoadCarried, LoadTooMuch>;

/// "carried", "too much" or "not judged".
inline const char* to_string(const LoadVerdict& verdict) {
  constexpr const char* names[] = {"not judged", "carried", "too much"};
  return names[verdict.index()];
}

/// Why it was not judged, or where it is too much; empty where it is carried.
inline std::string reason_of(const LoadVerdict& verdict) {
  if (const auto* not_judged = std::get_if<NotJudged>(&verdict)) return not_judged->reason;
  if (const auto* too_much = std::get_if<LoadTooMuch>(&verdict)) return too_much->where;
  return {};
}

}  // namespace fsin::stats

// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/left_out.hpp"

#include <fmt/format.h>

#include <utility>

namespace fsin::sources {

using trgen::record::Omission;
using trgen::record::Omissions;
using trgen::replay::LeftOutRule;

void check_left_out(const Omissions& left_out, LeftOutRule rule, const std::string& trace, bool tell,
                    Diagnostics& diagnostics) {
  const Mark mark(trace);
  if (left_out.none()) return;
  if (rule == LeftOutRule::refuse && left_out.nothing_left()) {
    diagnostics.input_error(
        mark, fmt::format("no message is left to replay: {}; give collectives the messages of an MPI library "
                          "(workload.collectives.library=mpich), take a trace with the messages inside them (trgen "
                          "capture records it so), or go on with workload.left_out=accept",
                          left_out.text()));
  } else if (const std::string incomplete = left_out.incomplete_text();
             rule == LeftOutRule::refuse && !incomplete.empty()) {
    diagnostics.input_error(
        mark, fmt::format("the trace is incomplete: {}; record it again, replay a region that these ranks reach the "
                          "end of (workload.region.to), or go on with workload.left_out=accept",
                          incomplete));
  } else if (tell) {
    diagnostics.warning(mark, fmt::format("the replay leaves out {}; trgen info tells more", left_out.text()));
  }
}

Omissions omissions_of(trgen::record::Losses of_programs, std::uint32_t ranks) {
  trgen::record::TraceFacts facts;
  facts.ranks = ranks;
  facts.losses = std::move(of_programs);
  return Omissions(facts, {});
}

result::LeftOut to_report(const Omissions& left_out) {
  result::LeftOut made;
  for (std::size_t kind = 0; kind < Omission::kind_names.size(); ++kind) {
    made.counts.emplace_back(Omission::kind_names[kind], left_out.count(static_cast<Omission::Kind>(kind)));
  }
  for (const Omission& each : left_out.list())
    made.what.push_back({std::string(each.kind_name()), each.what, each.count});
  made.text = left_out.text();
  return made;
}

}  // namespace fsin::sources

// SPDX-License-Identifier: Apache-2.0
// The part on closed forms.
#include <fmt/format.h>

#include "tests/model/checks.hpp"
#include "tests/oracles/parallel.hpp"
#include "tests/oracles/parts.hpp"

namespace oracles {
namespace {

using model::Check;
using model::Checks;
using model::EngineKind;

struct Family {
  std::string_view title;
  Checks (*run)(EngineKind);
  Checks reference = {};
  Checks event = {};
};

std::vector<Family> families() {
  return {
      {"One packet, empty network: (D+1) r + D (1+w) + L - 1 cycles for router delay r and link delay w, every pair",
       model::zero_load_latency},
      {"Message of M packets: D + M L - 1 cycles", model::message_latency},
      {"Queueing", model::queueing},
      {"Channel loads of dimension-order routing, enumerated", model::channel_loads},
      {"Deadlock", model::deadlock},
      {"Under load", model::invariants},
  };
}

std::string family_text(const Family& family, Part& part, std::size_t& held, std::size_t& all) {
  std::string text = fmt::format("\n### {}\n\n| what | expected | both engines |\n|---|---|---|\n", family.title);
  for (std::size_t i = 0; i < family.event.size(); ++i) {
    const Check& event = family.event[i];
    const Check& reference = family.reference.at(i);
    const std::string measured =
        reference.measured == event.measured ? event.measured : reference.measured + " / " + event.measured;
    const std::string line = fmt::format("| {} | {} | {} |\n", event.what, event.expected, measured);
    const bool holds = event.holds && reference.holds;
    if (!holds) part.complaints.push_back("does not hold: " + line);
    held += holds ? 1 : 0;
    ++all;
    text += line;
  }
  return text;
}

std::string distance_text(Part& part, std::size_t& held, std::size_t& all) {
  std::string text =
      "\n### Average distance of different nodes, and diameter\n\n| network | closed form | built |\n|---|---|---|\n";
  for (const Check& check : model::distances()) {
    const std::string line = fmt::format("| {} | {} | {} |\n", check.what, check.expected, check.measured);
    if (!check.holds) part.complaints.push_back("does not hold: " + line);
    held += check.holds ? 1 : 0;
    ++all;
    text += line;
  }
  return text;
}

}  // namespace

Part closed_forms_part(const Scope& scope) {
  std::vector<Family> list = families();
  for_all(2 * list.size(), scope.threads, [&](std::size_t i) {
    Family& family = list[i / 2];
    if (i % 2 == 0) {
      family.reference = family.run(EngineKind::reference);
    } else {
      family.event = family.run(EngineKind::event);
    }
  });
  Part part;
  std::size_t held = 0;
  std::size_t all = 0;
  std::string tables;
  for (const Family& family : list) tables += family_text(family, part, held, all);
  tables += distance_text(part, held, all);
  part.summary = fmt::format("{} of {} closed forms hold with both engines", held, all);
  part.text = fmt::format(
      "## Closed forms\n\nWhat theory gives, beside what both engines and the built networks give; where the engines "
      "differ,\n"
      "the reference stepper stands first. **{} of {} hold.**\n{}",
      held, all, tables);
  return part;
}

}  // namespace oracles

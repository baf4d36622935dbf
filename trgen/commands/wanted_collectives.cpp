// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/wanted_collectives.hpp"

#include <fmt/format.h>

#include "trgen/programs/collectives/choice_params.hpp"

namespace trgen::commands {

std::optional<programs::collectives::Choice> wanted_collectives(const Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("collectives");
  if (!text) return std::nullopt;
  std::string error;
  const auto params = programs::collectives::parse_expansion(*text, error);
  if (!params) {
    arguments.error(fmt::format("--collectives: {}", error), diagnostics);
    return std::nullopt;
  }
  return programs::collectives::choice_of(*params, diagnostics, [](std::string_view) { return fsin::Mark(); });
}

}  // namespace trgen::commands

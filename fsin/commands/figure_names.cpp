// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/figure_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::commands {

std::vector<std::string> figure_names(const cli::Arguments& arguments, const char* command, Diagnostics& diagnostics,
                                      std::string_view all) {
  std::vector<std::string_view> known;
  for (const stats::Metric& metric : stats::metrics()) known.push_back(metric.name);
  std::vector<std::string> figures = arguments.texts("figure");
  for (const std::string& figure : figures) {
    if (std::find(known.begin(), known.end(), figure) != known.end()) continue;
    if (!all.empty() && figure == all) continue;
    diagnostics.error(Mark(command),
                      fmt::format("unknown figure {}{}", in_quotes(figure), suggestion(figure, known, "figures")));
  }
  return figures;
}

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/network_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "fsin/core/text.hpp"
#include "fsin/experiment/presets.hpp"

namespace fsin::experiment {
namespace {

constexpr std::string_view prefix = "network.";
constexpr std::array<std::string_view, 7> experiment_keys{"fsin",     "name",    "description", "network",
                                                          "workload", "measure", "sweep"};

/// Keys that a part may not have: those of a whole experiment, and the one that would take in another part.
void check_top(const config::Document& part, Diagnostics& diagnostics) {
  for (const config::Tree& entry : part.root().items) {
    if (std::find(experiment_keys.begin(), experiment_keys.end(), entry.key) != experiment_keys.end()) {
      diagnostics.error(entry.key_mark,
                        fmt::format("key {} belongs to an experiment; a file that network.file names has the keys of "
                                    "network at its top, such as topology, router and link",
                                    in_quotes(entry.key)));
    } else if (entry.key == "file") {
      diagnostics.error(entry.key_mark,
                        "a file that network.file names cannot take in another; write the keys of that file here");
    }
  }
}

}  // namespace

bool take_in_network(config::Document& document, const InputPath& file, const Mark& named_at, bool presets,
                     Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  config::Document part = config::load_part(file, named_at, "network.file", diagnostics);
  if (part.loaded()) check_top(part, diagnostics);
  if (diagnostics.error_count() > errors) return false;
  if (presets) {
    for (const std::string_view key : preset_keys) part.drop(key.substr(prefix.size()));
  }
  document.add_defaults("network", part.root());
  return true;
}

}  // namespace fsin::experiment

// SPDX-License-Identifier: Apache-2.0
// The comparisons as parts of docs/validation.md: a heading, tables, and what does not agree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace oracles {

struct Scope {
  std::filesystem::path folder;  ///< of the CSV files
  std::filesystem::path traces;  ///< of the NPB traces
  unsigned threads = 2;
  bool all = false;  ///< the reference stepper runs every synthetic configuration
};

struct Part {
  std::string text;                     ///< Markdown
  std::string summary;                  ///< one line
  std::vector<std::string> complaints;  ///< what does not agree
};

Part exact_part(const Scope& scope);
Part synthetic_part(const Scope& scope);
Part traces_part(const Scope& scope);
Part npb_part(const Scope& scope);
Part closed_forms_part(const Scope& scope);
Part saturation_part(const Scope& scope);
Part peers_part(const Scope& scope);

}  // namespace oracles

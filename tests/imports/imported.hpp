// SPDX-License-Identifier: Apache-2.0
// The file of another simulator, imported.
#pragma once

#include <string>

#include "fsin/imports/common/format.hpp"

namespace fsin::test {

struct Imported {
  std::string experiment;
  std::string companion;
  std::string messages;  ///< errors
  std::string left_out;

  /// Whether the experiment has this line, whatever stands before and behind it.
  bool has(const std::string& text) const { return experiment.find(text) != std::string::npos; }
};

template <imports::Importer F>
Imported imported(const std::string& text, const std::vector<std::string>& overrides = {}) {
  Diagnostics diagnostics;
  imports::Result made;
  F::convert({"file", text, overrides}, made, diagnostics);
  Imported result{made.draft.yaml({}), made.companions.empty() ? "" : made.companions.front().text, diagnostics.text(),
                  ""};
  for (const std::string& each : made.draft.left_out()) result.left_out += each + "\n";
  return result;
}

}  // namespace fsin::test

// SPDX-License-Identifier: Apache-2.0
// An experiment read from a text, with the messages about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/experiment/read_experiment.hpp"
#include "tests/scratch.hpp"

namespace study_test {

struct Loaded {
  std::optional<fsin::experiment::LoadedExperiment> experiment;
  std::string messages;  ///< in which the file is exp.yaml
};

inline Loaded load(std::string_view text, const std::vector<std::string>& overrides = {}) {
  const fsin::test::Scratch scratch;
  fsin::Diagnostics diagnostics;
  Loaded loaded;
  loaded.experiment = fsin::experiment::load_experiment(scratch.file("exp.yaml", text), overrides, diagnostics);
  loaded.messages = diagnostics.text();
  const std::string folder = scratch.path().string() + "/";
  for (std::size_t at = loaded.messages.find(folder); at != std::string::npos; at = loaded.messages.find(folder)) {
    loaded.messages.erase(at, folder.size());
  }
  return loaded;
}

}  // namespace study_test

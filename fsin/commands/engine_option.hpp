// SPDX-License-Identifier: Apache-2.0
// `--engine NAME`, of every command that has it.
#pragma once

#include <array>

#include "fsin/cli/options.hpp"
#include "fsin/engine/engine.hpp"

namespace fsin::commands {

inline engine::EngineKind engine_option(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  std::array<std::string_view, engine::engine_names.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = engine::engine_names[i].name;
  const std::string word = arguments.word("engine", words, words[0], diagnostics);
  for (const auto& each : engine::engine_names) {
    if (each.name == word) return each.value;
  }
  return engine::EngineKind::event;
}

}  // namespace fsin::commands

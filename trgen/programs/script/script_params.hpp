// SPDX-License-Identifier: Apache-2.0
// `kernel: {type: script, file: program.yaml}`: a program that a user wrote.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "fsin/config/input_key.hpp"
#include "trgen/programs/kind.hpp"

namespace trgen::programs::script {

struct ScriptParams {
  static constexpr std::string_view name = "script";
  static constexpr std::string_view doc =
      "a program that a YAML file describes: what each rank sends, awaits and computes";

  fsin::InputPath file;
  std::optional<std::uint32_t> ranks;

  template <class F>
  void fields(F& f) {
    f("file", file, "the YAML file of the program (docs/programs.md)").required();
    f("ranks", ranks, "number of ranks (default: that of the file, or else one on every node of the network)")
        .range(1, 4'000'000'000U);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::script

// SPDX-License-Identifier: Apache-2.0
// A permutation from a file: a line "source destination" for each node that sends. No node stands twice as a source or
// as a destination; nodes that are no source are silent. `fsin topology --worst-permutation` writes such a file.
#pragma once

#include "fsin/config/input_key.hpp"
#include "trgen/io/input.hpp"
#include "trgen/synth/kept.hpp"
#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

/// Destinations by source; a node without one is its own destination. Throws record::TraceError.
std::vector<std::uint32_t> read_permutation(trgen::io::Input& in, std::uint32_t nodes);

struct PermutationParams {
  static constexpr std::string_view name = "permutation";
  static constexpr std::string_view doc = "one destination for each node, from a file";
  static constexpr std::string_view cite = "";

  fsin::InputPath file;
  Kept<std::vector<std::uint32_t>> kept;

  template <class F>
  void fields(F& f) {
    f("file", file, "file with a line \"source destination\" for each node that sends").required();
  }

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth

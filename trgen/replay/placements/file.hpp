// SPDX-License-Identifier: Apache-2.0
// The nodes that a file names, one for each rank.
#pragma once

#include "fsin/config/input_key.hpp"
#include "fsin/core/diagnostic.hpp"
#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

/// Reads one node number a line, for ranks 0, 1, ...; blank lines and anything after a # are skipped. At most
/// `per_node` ranks on a node. Adds every mistake, with its line, to `diagnostics`; the result is valid only if there
/// is none.
std::vector<std::uint32_t> read_placement(const fsin::InputPath& file, std::uint32_t ranks, std::uint32_t nodes,
                                          std::uint32_t per_node, fsin::Diagnostics& diagnostics);

/// As read_placement(), from text; `name` is the source that messages give.
std::vector<std::uint32_t> parse_placement(const std::string& name, const std::string& text, std::uint32_t ranks,
                                           std::uint32_t nodes, std::uint32_t per_node, fsin::Diagnostics& diagnostics);

struct FilePlacementParams {
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc = "the nodes that a file names";
  fsin::InputPath file;
  std::uint32_t per_node = 1;

  template <class F>
  void fields(F& f) {
    f("file", file, "text with one node number a line, for rank 0, 1, ...; # starts a comment").required();
    f("per_node", per_node, "ranks that the file may put on one node, at most").range(1, 65536);
  }

  std::vector<std::uint32_t> place(const Site& site, fsin::Diagnostics& diagnostics, Problem& problem) const;
};

}  // namespace trgen::replay

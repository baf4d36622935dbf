// SPDX-License-Identifier: Apache-2.0
// One key of an experiment explained: what it is, what may be written, and how it is written in a file, on the command
// line and in a sweep.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fsin::commands {

/// A key of the section `sweep`.
struct SectionKey {
  enum class Kind { group, axes, value };  ///< axes: keys of an experiment stand below it
  Kind kind;
  std::string_view path, help;
};

std::span<const SectionKey> section_keys();

/// The keys that a name means: a whole path (`workload.load`, `network.topology.dims`), the end of one (`load`,
/// `router.queue`), a path with the type of a choice in it (`torus.dims`, `topology.torus.dims`), or a key of the
/// section `sweep`. Empty if there is none.
std::string key_help(std::string_view wanted);

/// Every path that key_help knows, for suggestions.
std::vector<std::string> key_paths();

}  // namespace fsin::commands

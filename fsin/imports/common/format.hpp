// SPDX-License-Identifier: Apache-2.0
// What an importer is: the file of another simulator in, an experiment and the files it needs out. To add one, write
// its file and its line in catalogue.hpp.
#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/imports/common/draft.hpp"

namespace fsin::imports {

struct Source {
  std::filesystem::path path;  ///< as the user gave it; files that it names lie beside it
  std::string text;
  std::vector<std::string> overrides;  ///< `key=value` of the command line, which take precedence

  Mark mark(std::uint64_t line = 0) const { return Mark(path.string(), line); }
};

/// A file that the experiment names, to be written beside it.
struct Companion {
  std::string suffix;  ///< of its name, behind that of the experiment: ".edges"
  std::string text;
};

/// Stands in a draft for the name of the companion with this suffix, which is known when the experiment is written.
inline std::string companion_name(std::string_view suffix) { return "{companion" + std::string(suffix) + "}"; }

struct Result {
  Draft draft;
  std::vector<Companion> companions;        ///< each with a suffix of its own
  std::vector<std::filesystem::path> read;  ///< files beside the configuration
};

template <class F>
concept Importer = requires(std::string_view text, const Source& source, Result& to, Diagnostics& diagnostics) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::doc } -> std::convertible_to<std::string_view>;
  /// True for a text that looks like such a file.
  { F::sniff(text) } -> std::same_as<bool>;
  /// Adds every mistake of the file to the diagnostics; after one, the result is not used.
  { F::convert(source, to, diagnostics) } -> std::same_as<void>;
};

}  // namespace fsin::imports

// SPDX-License-Identifier: Apache-2.0
// Outputs of a command that would replace what it reads, or each other: refused before anything runs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin {

/// A file that a command reads or writes, and what it is called in a message: "the experiment", "--json".
struct NamedFile {
  std::string what;
  std::filesystem::path path;
};

class OutputCheck {
 public:
  /// `command` is what messages begin with: "fsin run".
  explicit OutputCheck(std::string_view command) : command_(command) {}

  void reads(std::string what, const std::filesystem::path& path) { inputs_.push_back({std::move(what), path}); }
  /// The files that an experiment reads.
  void reads(std::span<const Input> inputs);
  void reads(const std::string& what, const std::vector<std::string>& paths) {
    for (const std::string& each : paths) reads(what, each);
  }
  void writes(std::string what, const std::filesystem::path& path) { outputs_.push_back({std::move(what), path}); }
  /// Files that are written into a folder.
  void writes_into(const std::string& what, const std::filesystem::path& folder,
                   std::span<const std::string_view> names);

  void check(Diagnostics& diagnostics) const;

 private:
  std::string command_;
  std::vector<NamedFile> inputs_;
  std::vector<NamedFile> outputs_;
};

}  // namespace fsin

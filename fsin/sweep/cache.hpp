// SPDX-License-Identifier: Apache-2.0
// Results of earlier runs: one small file per run, named by its key, in a folder that all sweeps of a user share. Files
// appear whole or not at all (written aside and renamed), so any number of sweeps may use a cache at once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "fsin/sweep/run.hpp"

namespace fsin::sweep {

class Cache {
 public:
  /// `folder` need not exist yet; it is made with the first entry.
  explicit Cache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// $FSIN_CACHE, else $XDG_CACHE_HOME/fsin, else ~/.cache/fsin; empty when there is no home.
  static std::filesystem::path default_folder();

  /// The result with this key. An entry that is damaged is none, and `damage` says which file that is.
  std::optional<result::KeptResult> find(const std::string& key, std::string& damage) const;
  bool has(const std::string& key) const;
  /// In place of whatever is there. Throws OutputError when it cannot be written.
  void put(const std::string& key, const result::KeptResult& result) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path path_of(const std::string& key) const;

  std::filesystem::path folder_;
};

}  // namespace fsin::sweep

// SPDX-License-Identifier: Apache-2.0
// The files of a Chakra trace: PREFIX.<rank>.et for each rank, perhaps followed by the suffix of a compression.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trgen::formats::chakra {

/// Parts of such a name: "run.12.et.gz" is "run." 12 ".et.gz".
struct RankFile {
  std::string before;
  std::uint32_t rank = 0;
  std::string behind;

  std::string name(std::uint32_t of) const { return before + std::to_string(of) + behind; }
};

std::optional<RankFile> as_rank_file(const std::string& path);

struct RankFiles {
  std::vector<std::string> names;  ///< names of rank `first` and those that follow
  std::uint32_t first = 0;
};

/// The files of all ranks, if `path` is one of them; a single file is that of the rank in its name, or of rank 0.
/// Throws record::TraceError where the file of a rank is missing.
RankFiles rank_files(const std::string& path);

}  // namespace trgen::formats::chakra

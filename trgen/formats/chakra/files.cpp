// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/chakra/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fsin/core/text.hpp"
#include "trgen/io/compression.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::chakra {

namespace fs = std::filesystem;

std::optional<RankFile> as_rank_file(const std::string& path) {
  const std::size_t ending = path.rfind(".et");
  if (ending == std::string::npos || ending == 0 || path.find('/', ending) != std::string::npos) return std::nullopt;
  const std::string behind = path.substr(ending);
  if (behind != ".et" + std::string(io::compression_for(behind).suffix)) return std::nullopt;
  const std::size_t dot = path.rfind('.', ending - 1);
  if (dot == std::string::npos) return std::nullopt;
  const std::string digits = path.substr(dot + 1, ending - dot - 1);
  const auto rank = fsin::parse_natural(digits);
  constexpr std::uint64_t most_ranks = std::uint64_t{1} << 24;
  if (!rank || *rank >= most_ranks || std::to_string(*rank) != digits) return std::nullopt;
  return RankFile{path.substr(0, dot + 1), static_cast<std::uint32_t>(*rank), behind};
}

RankFiles rank_files(const std::string& path) {
  const auto own = as_rank_file(path);
  std::error_code error;
  if (!own) return {{path}, 0};
  std::vector<std::uint32_t> ranks;
  const fs::path folder = fs::path(path).parent_path();
  for (fs::directory_iterator each(folder.empty() ? "." : folder, error), end; !error && each != end;
       each.increment(error)) {
    const auto other = as_rank_file((folder / each->path().filename()).string());
    if (other && other->before == own->before && other->behind == own->behind) ranks.push_back(other->rank);
  }
  if (ranks.size() < 2) return {{path}, own->rank};
  std::sort(ranks.begin(), ranks.end());
  RankFiles files;
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    if (ranks[rank] != rank)
      throw record::TraceError(fmt::format("{}: the file of rank {} is missing: there are those of {} ranks, up to {}",
                                           own->name(rank), rank, ranks.size(), ranks.back()));
    files.names.push_back(own->name(rank));
  }
  return files;
}

}  // namespace trgen::formats::chakra

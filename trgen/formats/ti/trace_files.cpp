// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/trace_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::ti {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 4096;

}  // namespace

bool is_file_name(std::string_view line) {
  io::Fields fields(line);
  const std::string_view name = fields.next();
  return fields.done() && name.size() < longest_name && name.find_first_of("./") != std::string_view::npos &&
         std::any_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

std::uint32_t count_ranks(const io::Input& in, std::uint64_t most) {
  const auto again = in.again();
  io::Problems problems(in.name());
  io::Lines lines(*again, problems, longest_line);
  std::uint32_t ranks = 1;
  for (std::string_view line; lines.next(line);) {
    std::string_view rank = io::Fields(line).next();
    if (rank.starts_with('p')) rank.remove_prefix(1);
    const auto number = parse_rank(rank);
    if (number && *number < most) ranks = std::max(ranks, *number + 1);
  }
  return ranks;
}

std::optional<std::string> find_file(const std::string& list, const std::string& file) {
  const fs::path name = file;
  const fs::path beside = fs::path(list).parent_path();
  for (const fs::path& path : {name, beside / name, beside / name.parent_path().filename() / name.filename()}) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) return path.string();
  }
  return std::nullopt;
}

std::vector<std::string> read_list(io::Input& in, io::Problems& problems) {
  std::error_code error;
  if (!fs::is_regular_file(in.name(), error)) {
    problems.stop(
        0, "a list of trace files cannot be read from a pipe, since the files are looked for beside it; give its name");
  }
  std::vector<std::string> files;
  io::Lines lines(in, problems);
  for (std::string_view line; lines.next(line);) {
    io::Fields fields(line);
    if (fields.done() || fields.rest().starts_with('#')) continue;
    const std::string_view name = fields.next();
    if (!is_file_name(line)) {
      problems.add(lines.number(),
                   fmt::format("{} is not a file name; a list has one in each line", fsin::in_quotes(line)));
    } else if (const auto found = find_file(in.name(), std::string(name))) {
      files.push_back(*found);
    } else {
      problems.add(lines.number(),
                   fmt::format("there is no file {}, neither here nor beside the list", fsin::in_quotes(name)));
    }
    if (files.size() > most_announced_ranks) problems.stop(0, "the list is too long");
  }
  problems.throw_if_any();
  return files;
}

}  // namespace trgen::formats::ti

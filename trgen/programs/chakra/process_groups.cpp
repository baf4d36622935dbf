// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/chakra/process_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fsin/core/input_file.hpp"
#include "fsin/core/text.hpp"

namespace trgen::programs::chakra {

std::optional<ProcessGroups> read_process_groups(const fsin::InputPath& file, std::string& fault) {
  fsin::InputStream in(file);
  if (!in) {
    fault = fmt::format("{}: cannot read the file", file.string());
    return std::nullopt;
  }
  const auto json = nlohmann::json::parse(in, nullptr, false);
  if (!json.is_object()) {
    fault = fmt::format("{}: it is no JSON object; write {{\"NAME\": [0, 1, ...], ...}}", file.string());
    return std::nullopt;
  }
  ProcessGroups groups;
  for (const auto& [name, list] : json.items()) {
    Members& members = groups[name];
    bool sound = list.is_array() && !list.empty();
    for (const auto& each : list) {
      sound = sound && each.is_number_unsigned() && each.get<std::uint64_t>() < 0xffffffffU;
      if (sound) members.push_back(each.get<std::uint32_t>());
    }
    Members sorted = members;
    std::sort(sorted.begin(), sorted.end());
    if (!sound || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      fault = fmt::format("{}: the group {} is no list of different ranks", file.string(), fsin::in_quotes(name));
      return std::nullopt;
    }
  }
  return groups;
}

std::optional<Line> as_line(const Members& members) {
  const auto size = static_cast<std::uint32_t>(members.size());
  if (size == 1) return Line{1, 1};
  if (members[1] <= members[0]) return std::nullopt;
  const Line line{size, members[1] - members[0]};
  for (std::uint32_t i = 0; i < size; ++i) {
    if (members[i] != members[0] + i * line.stride) return std::nullopt;
  }
  return members[0] / line.stride % size == 0 ? std::optional(line) : std::nullopt;
}

}  // namespace trgen::programs::chakra

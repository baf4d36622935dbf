// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/problem_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "fsin/core/text.hpp"

namespace trgen::commands {
namespace {

using extrapolation::Scale;
__extension__ using Wide = unsigned __int128;

Wide power_of(std::uint64_t size, int dimensions) {
  Wide made = 1;
  for (int d = 0; d < dimensions; ++d) made *= size;
  return made;
}

}  // namespace

SizedFile sized_file(const Arguments& arguments, const std::string& words, Diagnostics& diagnostics) {
  const std::size_t at = words.rfind('@');
  if (at == std::string::npos || at == 0 || at + 1 == words.size() ||
      words.find_first_not_of("0123456789", at + 1) != std::string::npos) {
    return {words, 0};
  }
  std::error_code error;
  if (std::filesystem::exists(words, error)) return {words, 0};
  std::uint64_t size = 0;
  for (std::size_t i = at + 1; i < words.size() && size <= most_problem_size; ++i)
    size = 10 * size + static_cast<std::uint64_t>(words[i] - '0');
  if (size == 0 || size > most_problem_size) {
    arguments.error(fmt::format("{}: the size of a problem is from 1 to {}", fsin::in_quotes(words), most_problem_size),
                    diagnostics);
  }
  return {words.substr(0, at), size};
}

std::optional<std::uint64_t> size_by_rank(const std::vector<Scale>& inputs, std::uint32_t ranks) {
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    const Scale& first = inputs.front();
    const Wide points = power_of(first.size, dimensions);
    const bool same = std::all_of(inputs.begin(), inputs.end(), [&](const Scale& each) {
      return power_of(each.size, dimensions) * first.ranks == points * each.ranks;
    });
    if (!same) continue;
    if (points * ranks % first.ranks != 0) continue;
    const Wide wanted = points * ranks / first.ranks;
    const auto near = static_cast<std::uint64_t>(std::llround(std::pow(static_cast<double>(wanted), 1.0 / dimensions)));
    for (const std::uint64_t size : {near, near + 1, near > 0 ? near - 1 : 0}) {
      if (size > 0 && size <= most_problem_size && power_of(size, dimensions) == wanted) return size;
    }
  }
  return std::nullopt;
}

std::uint64_t wanted_size(const Arguments& arguments, const std::vector<Scale>& inputs, std::uint32_t ranks,
                          Diagnostics& diagnostics) {
  const auto size = arguments.natural("size", 1, most_problem_size, diagnostics);
  const bool weak = arguments.has("weak"), strong = arguments.has("strong");
  const int ways = (size ? 1 : 0) + (weak ? 1 : 0) + (strong ? 1 : 0);
  if (ways > 1) arguments.error("--size, --weak and --strong all say the size; give one of them", diagnostics);
  const auto unknown = std::count_if(inputs.begin(), inputs.end(), [](const Scale& each) { return each.size == 0; });
  if (unknown > 0) {
    if (unknown < static_cast<std::ptrdiff_t>(inputs.size()) || ways > 0)
      arguments.error("needs the size of each input, as FILE@SIZE", diagnostics);
    return 0;
  }
  if (ways > 1 || inputs.empty()) return 0;
  const auto [least, most] =
      std::minmax_element(inputs.begin(), inputs.end(), [](const Scale& a, const Scale& b) { return a.size < b.size; });
  const std::uint64_t only = least->size == most->size ? least->size : 0;
  if (size) {
    if (only != 0 && *size != only)
      arguments.error(
          fmt::format("--size {}: all inputs have size {}, so that none shows what another size changes", *size, only),
          diagnostics);
    return *size;
  }
  if (strong) return std::max_element(inputs.begin(), inputs.end())->size;
  if (weak) {
    const auto found = size_by_rank(inputs, ranks);
    if (!found) {
      arguments.error(
          fmt::format("--weak: the inputs do not all have the same size per rank, in one to three dimensions, or no "
                      "whole size has it on {} ranks; say it with --size",
                      ranks),
          diagnostics);
    }
    return found.value_or(0);
  }
  if (only == 0) arguments.error("the inputs have several sizes; needs --size S, --weak or --strong", diagnostics);
  return only;
}

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/linked_libraries.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace fsin {
namespace {

constexpr std::array<std::string_view, 8> open_mpi_names{"libmpi.so.40",   "libmpi.so.20",  "libmpi_mpifh.so",
                                                         "libmpi_usempi",  "libmpi_cxx.so", "libopen-pal.so",
                                                         "libopen-rte.so", "libmpi.so.80"};
constexpr std::array<std::string_view, 1> mpich_names{"libmpich.so"};
constexpr std::array<std::string_view, 1> common_names{"libmpi.so.12"};

const std::string_view* find_any(const std::vector<std::string_view>& names,
                                 std::span<const std::string_view> beginnings) {
  const auto found = std::ranges::find_if(names, [&](std::string_view name) {
    return std::ranges::any_of(beginnings, [&](std::string_view each) { return name.starts_with(each); });
  });
  return found == names.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string_view> library_names(std::string_view ldd_output) {
  std::vector<std::string_view> names;
  while (!ldd_output.empty()) {
    const std::size_t end = std::min(ldd_output.find('\n'), ldd_output.size());
    std::string_view line = ldd_output.substr(0, end);
    ldd_output.remove_prefix(std::min(end + 1, ldd_output.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (const auto word = line.substr(0, line.find(' ')); !word.empty()) names.push_back(word);
  }
  return names;
}

std::optional<std::string_view> open_mpi_among(const std::vector<std::string_view>& names) {
  const std::string_view* found = find_any(names, open_mpi_names);
  if (found == nullptr || find_any(names, mpich_names) != nullptr) return std::nullopt;
  return *found;
}

bool mpich_among(const std::vector<std::string_view>& names) {
  if (find_any(names, mpich_names) != nullptr) return true;
  return find_any(names, common_names) != nullptr && !open_mpi_among(names);
}

}  // namespace fsin

// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/result_files.hpp"

#include <algorithm>

namespace fsin::sweep {

std::vector<std::string_view> result_files(Folder what) {
  std::vector<std::string_view> names;
  for (const ResultFile& each : all_result_files) {
    if (what == Folder::sweep ? each.of_sweep : each.of_run) names.push_back(each.name);
  }
  return names;
}

std::vector<std::string_view> files_with_digest() {
  std::vector<std::string_view> names;
  for (const ResultFile& each : all_result_files) {
    if (each.of_sweep && each.keeps_digest) names.push_back(each.name);
  }
  return names;
}

bool is_result_file(std::string_view name) {
  return std::any_of(all_result_files.begin(), all_result_files.end(),
                     [name](const ResultFile& each) { return each.name == name; });
}

}  // namespace fsin::sweep

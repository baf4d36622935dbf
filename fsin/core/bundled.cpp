// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/bundled.hpp"

#include <cstdlib>
#include <system_error>

namespace fsin {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path data_folder() {
  const char* const named = std::getenv("FSIN_DATA");
  if (named != nullptr && *named != '\0') return fs::path(named).lexically_normal();
  return (program_folder() / "../share/fsin").lexically_normal();
}

std::optional<fs::path> bundled_file(std::string_view written) {
  constexpr std::string_view mark = "bundled:";
  if (!written.starts_with(mark)) return std::nullopt;
  return (data_folder() / written.substr(mark.size())).lexically_normal();
}

}  // namespace fsin

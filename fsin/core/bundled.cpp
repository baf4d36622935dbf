// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/bundled.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "fsin/core/text.hpp"

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

std::string looked_for(const fs::path& path) {
  if (path.empty() || path.is_absolute()) return {};
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return error ? std::string() : fmt::format(" (looked for {})", one_line(whole.lexically_normal().string()));
}

}  // namespace fsin

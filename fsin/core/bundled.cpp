// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/bundled.hpp"

#include <fmt/format.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

#include "fsin/core/text.hpp"

namespace fsin {

namespace fs = std::filesystem;

namespace {

/// The shared object that holds this code; empty where the program itself does.
fs::path module_file() {
  struct Search {
    std::uintptr_t code;
    std::string name;
  };
  Search search{reinterpret_cast<std::uintptr_t>(&module_file), {}};
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
          const auto& part = object->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || wanted.code < object->dlpi_addr + part.p_vaddr ||
              wanted.code >= object->dlpi_addr + part.p_vaddr + part.p_memsz)
            continue;
          wanted.name = object->dlpi_name;
          return 1;
        }
        return 0;
      },
      &search);
  return search.name;
}

/// share/fsin beside the nearest of the folders above a module that has it: PREFIX/lib/python3/dist-packages/fsin is
/// four folders deep, the folder of a build three.
std::optional<fs::path> data_above(const fs::path& module) {
  std::error_code error;
  for (fs::path folder = fs::weakly_canonical(module, error).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (fs::is_directory(folder / "share/fsin/experiments", error)) return folder / "share/fsin";
  }
  return std::nullopt;
}

}  // namespace

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path data_folder() {
  const char* const named = std::getenv("FSIN_DATA");
  if (named != nullptr && *named != '\0') return fs::path(named).lexically_normal();
  if (const fs::path module = module_file(); !module.empty()) {
    if (const auto above = data_above(module)) return *above;
  }
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

// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/mpi_library.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "fsin/core/linked_libraries.hpp"
#include "fsin/core/programs.hpp"

namespace fsin::live {
namespace {

bool is_elf(const std::filesystem::path& file) {
  constexpr std::string_view magic =
      "\x7f"
      "ELF";
  std::array<char, 4> head{};
  std::ifstream stream(file, std::ios::binary);
  return stream.read(head.data(), head.size()) && std::string_view(head.data(), head.size()) == magic;
}

}  // namespace

MpiLibrary library_in(const std::string& ldd_output) {
  const auto names = library_names(ldd_output);
  if (mpich_among(names)) return MpiLibrary::mpich;
  if (open_mpi_among(names)) return MpiLibrary::open_mpi;
  const bool fabric = std::ranges::any_of(names, [](const auto& name) { return name.starts_with("libfabric.so"); });
  return fabric ? MpiLibrary::none : MpiLibrary::automatic;
}

MpiLibrary linked_library(const std::string& program) {
  const auto file = find_program(program);
  // ldd lets the dynamic linker list the libraries: the program itself does not run.
  return file && is_elf(*file) ? library_in(output_of({"ldd", file->string()})) : MpiLibrary::automatic;
}

}  // namespace fsin::live

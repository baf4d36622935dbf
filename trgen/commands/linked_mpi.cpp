// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/linked_mpi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <vector>

#include "fsin/core/linked_libraries.hpp"
#include "fsin/core/programs.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> mpi_fortran_names{"libmpi_mpifh.so", "libmpi_usempi"};
constexpr std::array<std::string_view, 2> cxx_names{"libmpi_cxx.so", "libstdc++.so"};
constexpr std::array<std::string_view, 1> fortran_names{"libgfortran.so"};
constexpr std::string_view fortran_main = "_gfortran_set_args";  ///< what a main program of gfortran calls first
constexpr std::string_view mpich_name = "libmpich.so";
constexpr std::string_view elf_magic =
    "\x7f"
    "ELF";
constexpr std::string_view open_mpi_symbol = "ompi_mpi_comm_world";

using Names = std::vector<std::string_view>;

template <std::size_t n>
Names::const_iterator find_any(const Names& names, const std::array<std::string_view, n>& beginnings) {
  return std::find_if(names.begin(), names.end(), [&](std::string_view name) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](auto each) { return name.starts_with(each); });
  });
}

/// The language by all libraries, those that other libraries need included: BLAS and the like bring that of Fortran
/// to a program of C++.
std::string language_of(const Names& names) {
  const auto has_any = [&names](const auto& list) { return find_any(names, list) != names.end(); };
  if (has_any(mpi_fortran_names)) return "mpifort";
  if (has_any(cxx_names)) return "mpicxx";
  return has_any(fortran_names) ? "mpifort" : "mpicc";
}

/// The content of a program file that is no script; empty for others.
std::string elf_content(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  return content.starts_with(elf_magic) ? content : std::string();
}

/// The language by what the program file itself names: its main program, and the libraries that it needs directly.
std::string language_in(const std::string& content) {
  const auto has_any = [&content](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&](auto each) { return content.find(each) != std::string::npos; });
  };
  if (content.find(fortran_main) != std::string::npos) return "mpifort";
  if (has_any(cxx_names)) return "mpicxx";
  return has_any(mpi_fortran_names) || has_any(fortran_names) ? "mpifort" : "mpicc";
}

std::string compiler(const MpiInstall& mpi, const std::string& language) {
  const fs::path folder = mpi.mpiexec.parent_path();
  for (const std::string_view ending : {".mpich", ""}) {
    const fs::path path = folder / fmt::format("{}{}", language, ending);
    if (fsin::find_program(path.string())) return path.string();
  }
  return (folder / language).string();
}

std::string_view make_variable(const std::string& language) {
  if (language == "mpifort") return "FC";
  return language == "mpicxx" ? "CXX" : "CC";
}

}  // namespace

std::optional<OpenMpiLink> open_mpi_in(std::string_view ldd_output) {
  const Names names = fsin::library_names(ldd_output);
  const auto found = fsin::open_mpi_among(names);
  if (!found) return std::nullopt;
  return OpenMpiLink{std::string(*found), language_of(names)};
}

std::optional<OpenMpiLink> open_mpi_of(const fs::path& program, const std::string& library_path) {
  const std::string libraries =
      fsin::output_of({"env", "LC_ALL=C", "LD_LIBRARY_PATH=" + library_path, "ldd", program.string()});
  const std::string content = elf_content(program);
  if (auto found = open_mpi_in(libraries)) {
    if (!content.empty()) found->language = language_in(content);
    return found;
  }
  const Names names = fsin::library_names(libraries);
  // The symbol table of the file, or of a library that it needs, has this name.
  const bool inside = content.find(open_mpi_symbol) != std::string::npos;
  const bool has_mpich =
      std::any_of(names.begin(), names.end(), [](std::string_view each) { return each.starts_with(mpich_name); });
  if (has_mpich || !inside) return std::nullopt;
  return OpenMpiLink{.language = language_in(content)};
}

void check_linked_mpi(const CapturePlan& plan, const MpiInstall& mpi) {
  const auto program = fsin::find_program(plan.program.front());
  if (!program) return;
  const auto link = open_mpi_of(*program, rank_library_path(plan, mpi));
  if (!link) return;
  const std::string with = compiler(mpi, link->language);
  throw record::TraceError(fmt::format(
      "trgen capture: {} is linked with Open MPI ({}), and only programs for MPICH can be recorded; compile "
      "it again with "
      "{}, for example: make clean && make {}={}",
      plan.program.front(), link->library.empty() ? "inside the program" : link->library, with,
      make_variable(link->language), with));
}

}  // namespace trgen::commands

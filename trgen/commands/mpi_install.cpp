// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/mpi_install.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "fsin/core/programs.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mpi_library = "libmpich.so.12";
constexpr std::string_view tracing_library = "libtrgen-trace.so";
constexpr std::string_view hook = "MPIX_Trace_interface";
constexpr std::array<std::string_view, 3> launchers{"mpiexec.mpich", "mpiexec.hydra", "mpiexec"};

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// True when the library exports the hooks: their names are in its table of dynamic symbols.
bool has_hooks(const fs::path& library) {
  std::ifstream file(library, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return content.find(hook) != std::string::npos;
}

/// The folder of trgen and all folders above it.
std::vector<fs::path> own_folders() {
  std::error_code error;
  std::vector<fs::path> all;
  fs::path at = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (; !at.empty() && at != at.root_path(); at = at.parent_path()) all.push_back(at);
  return all;
}

/// A tracing library that was built without an MPICH of its own, for that of the system.
std::optional<fs::path> lone_tracer() {
  for (const fs::path& each : own_folders()) {
    for (const std::string_view folder : {"build/trace", "build/mpich/lib"}) {
      if (fs::path path = each / folder / tracing_library; is_file(path)) return path;
    }
  }
  return std::nullopt;
}

/// The MPICH installed under a prefix; empty when there is none.
std::optional<MpiInstall> install_at(const fs::path& prefix, std::string origin) {
  MpiInstall found{.origin = std::move(origin)};
  for (const std::string_view launcher : launchers) {
    const fs::path file = prefix / "bin" / launcher;
    if (found.mpiexec.empty() && fsin::find_program(file.string())) found.mpiexec = file;
  }
  if (found.mpiexec.empty()) return std::nullopt;
  std::error_code error;
  const fs::path libraries = fs::absolute(prefix / "lib", error);
  if (is_file(libraries / mpi_library)) {
    found.libraries = libraries;
    found.patched = has_hooks(libraries / mpi_library);
  }
  found.tracer = libraries / tracing_library;
  if (!is_file(found.tracer)) found.tracer = lone_tracer().value_or("");
  return found;
}

/// Recognises "(OpenRTE) 4.1.4"; from version 5 on "(Open MPI) 5.0.1".
bool is_open_mpi(const fs::path& launcher) {
  const std::string version = fsin::output_of({launcher.string(), "--version"});
  return version.find("OpenRTE") != std::string::npos || version.find("Open MPI") != std::string::npos;
}

MpiInstall named_install(const std::string& prefix, std::string origin) {
  auto found = install_at(prefix, origin);
  if (found && found->libraries.empty() && is_open_mpi(found->mpiexec)) {
    throw UsageError(
        fmt::format("trgen capture: {}: this is Open MPI, and only programs for MPICH can be recorded; "
                    "mpich-patches/build.sh builds an MPICH",
                    origin));
  }
  if (!found) {
    throw UsageError(
        fmt::format("trgen capture: {}: there is no MPICH here (bin/mpiexec is missing); name the prefix that "
                    "mpich-patches/build.sh installed to",
                    origin));
  }
  return *found;
}

std::optional<MpiInstall> own_install() {
  for (const fs::path& each : own_folders()) {
    const fs::path prefix = each / "build" / "mpich";
    if (auto found = install_at(prefix, prefix.string())) return found;
  }
  return std::nullopt;
}

std::optional<MpiInstall> system_install() {
  for (const std::string_view launcher : launchers) {
    const auto path = fsin::find_program(std::string(launcher));
    if (!path || fsin::output_of({path->string(), "--version"}).find("HYDRA") == std::string::npos) continue;
    return MpiInstall{.mpiexec = *path, .tracer = lone_tracer().value_or(""), .origin = "the MPICH of the system"};
  }
  return std::nullopt;
}

}  // namespace

MpiInstall find_mpi(const std::optional<std::string>& given) {
  const char* const variable = std::getenv("TRGEN_MPI");
  std::optional<MpiInstall> found;
  if (given) {
    found = named_install(*given, "--mpi " + *given);
  } else if (variable != nullptr && *variable != '\0') {
    found = named_install(variable, fmt::format("TRGEN_MPI={}", variable));
  } else {
    found = own_install();
    if (!found) found = system_install();
  }
  if (!found) {
    throw record::TraceError(
        "trgen capture: there is no MPICH to run programs on; mpich-patches/build.sh builds one that gives extended "
        "traces, and --mpi PREFIX or TRGEN_MPI names one that is elsewhere");
  }
  if (found->tracer.empty()) {
    throw record::TraceError(
        fmt::format("trgen capture: {}: there is no tracing library {}; mpich-patches/build.sh builds it with the "
                    "patched MPICH; for regular traces on another MPICH run: make "
                    "-C mpich-patches/trace MPICC=mpicc OUT=$PWD/build/trace",
                    found->origin, tracing_library));
  }
  return *found;
}

}  // namespace trgen::commands

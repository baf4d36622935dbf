// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "fsin/core/input_output_error.hpp"
#include "fsin/core/programs.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every C library declares it

namespace fsin::live {
namespace {

constexpr const char* provider_name = "libfsin-fi.so";
constexpr const char* shim_name = "libfsin-shim.so";
constexpr const char* mpich_name = "libmpich.so.12";
constexpr const char* mpich_variable = "FSIN_MPICH";

/// Of a build with sanitizers: their libraries, which stand before all others, each with a colon behind it.
constexpr std::string_view sanitizers = FSIN_LIVE_SANITIZERS;

std::string preloaded(const Tools& tools) { return fmt::format("{}{}/{}", sanitizers, tools.libraries, shim_name); }

/// Debian switches mtl/ofi off, and without it messages would go through other memory: docs/live.md says which switch
/// is for what.
std::vector<std::string> words_of_open_mpi(const Tools& tools) {
  std::vector<std::string> words{"--oversubscribe", "--bind-to", "none"};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> parameters{
      {{"pml", "cm"},
       {"mtl", "ofi"},
       {"mtl_ofi_provider_include", "fsin"},
       {"btl", "self"},
       {"osc", "pt2pt"},
       {"coll", "^sm,adapt,han"},
       {"mpi_yield_when_idle", "0"},
       {"orte_abort_on_non_zero_status", "1"},
       {"orte_base_help_aggregate", "0"},
       {"mca_base_component_show_load_errors", "0"}}};
  for (const auto& [name, value] : parameters) {
    words.insert(words.end(), {"--mca", std::string(name), std::string(value)});
  }
  if (geteuid() == 0) words.emplace_back("--allow-run-as-root");
  words.insert(words.end(), {"-x", "FI_PROVIDER_PATH", "-x", "FI_PROVIDER", "-x", shared_variable, "-x",
                             "LD_PRELOAD=" + preloaded(tools)});
  return words;
}

/// The library that does not go round the network stands before Debian's. The shim is for the ranks alone. Without
/// MPIR_CVAR_NOLOCAL, ranks would meet in the memory of this machine.
std::vector<std::string> words_of_mpich(const Tools& tools) {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::string folders = tools.mpi;
  if (path != nullptr && *path != '\0') folders += std::string(":") + path;
  return {"-bind-to",
          "none",
          "-genv",
          "LD_PRELOAD",
          preloaded(tools),
          "-genv",
          "LD_LIBRARY_PATH",
          folders,
          "-genv",
          "MPIR_CVAR_NOLOCAL",
          "1"};
}

std::vector<std::string> words_of(const Tools& tools, const Command& command) {
  std::vector<std::string> words{tools.mpirun, "-n", std::to_string(command.ranks)};
  const std::vector<std::string> own =
      tools.library == MpiLibrary::mpich ? words_of_mpich(tools) : words_of_open_mpi(tools);
  words.insert(words.end(), own.begin(), own.end());
  words.insert(words.end(), command.options.begin(), command.options.end());
  words.insert(words.end(), command.words.begin(), command.words.end());
  return words;
}

/// A thread of OpenMP that waits sleeps: spinning would count as computing. Libraries of GCC and of LLVM; what the user
/// says holds.
void add_thread_options(std::vector<std::string>& variables) {
  for (const char* name : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"}) {
    if (std::getenv(name) != nullptr) return;
  }
  variables.emplace_back("OMP_WAIT_POLICY=passive");
  variables.emplace_back("KMP_BLOCKTIME=0");
}

/// MPI libraries and programs leak, which is no concern of fsin.
void add_sanitizer_options(std::vector<std::string>& variables) {
  const char* given = std::getenv("ASAN_OPTIONS");
  std::erase_if(variables, [](const std::string& each) { return each.starts_with("ASAN_OPTIONS="); });
  variables.push_back(fmt::format("ASAN_OPTIONS={}:detect_leaks=0", given != nullptr ? given : ""));
}

std::vector<std::string> environment_of(const Tools& tools, const SharedMemory& memory) {
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view variable(*each);
    bool of_launchers = false;
    for (const std::string_view prefix : {"FI_PROVIDER", "OMPI_", "PMIX_", "PMI_", "HYDRA_"}) {
      of_launchers = of_launchers || variable.starts_with(prefix);
    }
    if (!of_launchers) variables.emplace_back(variable);
  }
  variables.push_back("FI_PROVIDER_PATH=" + tools.libraries);
  variables.emplace_back("FI_PROVIDER=fsin");
  variables.push_back(fmt::format("{}={}", shared_variable, memory.path()));
  add_thread_options(variables);
  if (!sanitizers.empty()) add_sanitizer_options(variables);
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// In the child: only calls that are allowed between fork and exec.
[[noreturn]] void become(const Tools& tools, char* const* words, char* const* variables, pid_t simulator) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setpgid(0, 0);  // Ctrl-C is the simulator's, which ends the ranks in its own way
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (isatty(STDIN_FILENO) != 0) {  // a process in the background must not read from a terminal
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  }
  dup2(STDERR_FILENO, STDOUT_FILENO);  // stdout is the result of the simulator
  if (getppid() == simulator) execve(tools.mpirun.c_str(), words, variables);
  _exit(127);
}

std::filesystem::path folder_of_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

/// The folder with the libraries of an MPICH that does not go round the network; empty if there is none.
std::string find_mpich() {
  const char* named = std::getenv(mpich_variable);
  const std::filesystem::path own = folder_of_program();
  std::vector<std::filesystem::path> folders{own / "../../mpich-ofi", own / "../lib/fsin/mpich-ofi"};
  if (named != nullptr && *named != '\0') folders = {named};
  for (const std::filesystem::path& each : folders) {
    std::error_code error;
    if (std::filesystem::exists(each / "lib" / mpich_name, error)) {
      return std::filesystem::weakly_canonical(each / "lib", error).string();
    }
  }
  return {};
}

/// Empty if there is none.
std::string launcher_named(const char* name) {
  const auto found = find_program(name);
  return found ? found->string() : std::string();
}

bool find_open_mpi(Tools& tools, std::string& missing) {
  tools.mpirun = launcher_named("mpirun.openmpi");
  if (tools.mpirun.empty()) missing = "there is no mpirun.openmpi: install Open MPI (apt-get install openmpi-bin)";
  return !tools.mpirun.empty();
}

bool find_mpich(Tools& tools, std::string& missing) {
  tools.mpi = find_mpich();
  tools.mpirun = launcher_named("mpiexec.hydra");
  if (tools.mpi.empty()) {
    missing = fmt::format(
        "the program is one of MPICH, and Debian's MPICH would send round the simulated network; build one that does "
        "not with mpich-patches/build-ofi.sh (minutes), or set {} to the folder of an MPICH of version 4.0 that is "
        "configured --with-device=ch4:ofi and has lib/{}",
        mpich_variable, mpich_name);
    return false;
  }
  if (tools.mpirun.empty()) missing = "there is no mpiexec.hydra: install MPICH (apt-get install mpich)";
  return !tools.mpirun.empty();
}

}  // namespace

std::optional<Tools> find_tools(const std::string& program, MpiLibrary library, std::string& missing) {
  Tools tools;
  tools.library = library == MpiLibrary::automatic ? linked_library(program) : library;
  if (!(tools.library == MpiLibrary::mpich ? find_mpich(tools, missing) : find_open_mpi(tools, missing))) {
    return std::nullopt;
  }
  std::error_code error;
  const std::filesystem::path own = folder_of_program();
  for (const std::filesystem::path& folder : {own / "../lib/fsin", own / "../lib", own}) {
    if (access((folder / provider_name).c_str(), R_OK) == 0 && access((folder / shim_name).c_str(), R_OK) == 0) {
      tools.libraries = std::filesystem::weakly_canonical(folder, error).string();
      return tools;
    }
  }
  missing = fmt::format(
      "{} and {} are not beside the program: install the package fsin-live, or, where fsin is built, "
      "libfabric-dev, and build again",
      provider_name, shim_name);
  return std::nullopt;
}

Launcher::Launcher(const Tools& tools, const Command& command, const SharedMemory& memory) : memory_(memory.memory()) {
  std::vector<std::string> words = words_of(tools, command), variables = environment_of(tools, memory);
  const std::vector<char*> word_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  const pid_t self = getpid();
  process_ = fork();
  if (process_ == 0) become(tools, word_pointers.data(), variable_pointers.data(), self);
  if (process_ < 0)
    throw InputOutputError(fmt::format("live: {} cannot be started: {}", tools.mpirun, std::strerror(errno)));
}

Launcher::~Launcher() { end(); }

std::optional<int> Launcher::ended() {
  int status = 0;
  if (!status_ && waitpid(process_, &status, WNOHANG) == process_) status_ = status;
  return status_;
}

void Launcher::end() {
  constexpr int steps = 500;
  constexpr useconds_t step_us = 10'000;
  if (!ended()) {
    memory_.shared().over.store(static_cast<std::uint32_t>(Over::broken));
    kill(process_, SIGTERM);
    for (int step = 0; step < steps && !ended(); ++step) usleep(step_us);
    if (!ended()) {
      kill(process_, SIGKILL);
      int status = 0;
      if (waitpid(process_, &status, 0) == process_) status_ = status;
    }
  }
  wait_for_ranks();
}

/// A rank gets SIGKILL when mpirun is no more; this waits until that has come to pass.
void Launcher::wait_for_ranks() const {
  constexpr int steps = 200;
  constexpr useconds_t step_us = 10'000;
  const auto is_there = [](pid_t process) { return process != 0 && kill(process, 0) == 0; };
  for (std::uint32_t rank = 0; rank < memory_.shared().ranks; ++rank) {
    for (int step = 0; step < steps && is_there(memory_.rank(rank).process.load()); ++step) usleep(step_us);
  }
}

std::string end_text(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace fsin::live

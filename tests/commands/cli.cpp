// SPDX-License-Identifier: Apache-2.0
#include "tests/commands/cli.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace fsin::test {
namespace {

namespace fs = std::filesystem;

void redirect(const fs::path& file, int descriptor) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  ::dup2(opened, descriptor);
  ::close(opened);
}

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

Process::Process(const std::vector<std::string>& words, const fs::path& directory) : directory_(directory) {
  const std::string program = std::string(FSIN_BINARY_DIR) + "/bin/fsin";
  std::vector<std::string> copy{program};
  copy.insert(copy.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : copy) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  if (::chdir(directory.c_str()) != 0) ::_exit(127);
  ::close(STDIN_FILENO);
  redirect("stdout.txt", STDOUT_FILENO);
  redirect("stderr.txt", STDERR_FILENO);
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

Process::~Process() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

void Process::let_compute(double seconds) const {
  clockid_t clock{};
  if (::clock_getcpuclockid(pid_, &clock) != 0) return;
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0) {
    timespec used{};
    if (::clock_gettime(clock, &used) != 0) return;
    if (static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9 >= seconds) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Process::signal(int number) const { ::kill(pid_, number); }

Ran Process::wait() {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(10);  // of a machine that may be busy
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > limit) ::kill(pid_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  pid_ = -1;
  return {code_of(status), read_file(directory_ / "stdout.txt"), read_file(directory_ / "stderr.txt")};
}

Ran run_fsin_in(const fs::path& directory, const std::vector<std::string>& words) {
  return Process(words, directory).wait();
}

Ran run_fsin(const std::vector<std::string>& words) {
  const Scratch scratch;
  return run_fsin_in(scratch.path(), words);
}

std::string read_file(const fs::path& path) {
  const std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace fsin::test

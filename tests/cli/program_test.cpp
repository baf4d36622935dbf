// SPDX-License-Identifier: Apache-2.0
// What a program does with its words: commands, help, completion, and errors as exit codes.
#include "fsin/cli/program.hpp"

#include <doctest/doctest.h>

#include <array>
#include <new>

#include "fsin/cli/exit_code.hpp"
#include "fsin/core/input_output_error.hpp"
#include "tests/scratch.hpp"
#include "tests/shell.hpp"

namespace program_test {

using namespace fsin;
using namespace fsin::cli;

namespace {

int nothing(const Arguments&) { return exit_outcome; }

const Command only{"only", "does nothing", "", "", "", {}, nothing};
constexpr std::array commands{&only};
const Program tool{
    .name = "tool", .about = "a tool", .notes = "", .memory_advice = "buy more", .commands = commands, .version = [] {
      return std::string("tool 1\n");
    }};

template <class Error>
int code_after(const Error& error) {
  return run_program(tool, {"only"}, [&](const Command&, const Arguments&) -> int { throw error; });
}

std::string completed(const std::string& program, const std::string& words, const std::string& count) {
  const test::Scratch scratch;
  std::string line = words;  // bash divides it at the signs between words, = among them
  for (const char* sign : {" = ", " ="}) {
    if (const std::size_t at = line.find(sign); at != std::string::npos)
      line.replace(at, std::string(sign).size(), "=");
  }
  return test::bash(scratch.path(), "source <(" + program + " --completion); COMP_WORDS=(" + words + "); COMP_CWORD=" +
                                        count + "; COMP_LINE='" + line + "'; COMP_POINT=${#COMP_LINE}; " + "_" +
                                        program + "_words; echo \"${COMPREPLY[@]}\"")
      .out;
}

}  // namespace

TEST_CASE("a command answers with its own exit code") {
  const RunCommand run = [](const Command& command, const Arguments& arguments) { return command.run(arguments); };
  CHECK(run_program(tool, {"only"}, run) == exit_outcome);
  CHECK(run_program(tool, {"only", "--nonsense"}, run) == exit_usage);
  CHECK(run_program(tool, {"other"}, run) == exit_usage);
  CHECK(run_program(tool, {}, run) == exit_usage);
}

TEST_CASE("the help of a command begins with what it does, then how it is called") {
  const test::Scratch scratch;
  for (const std::string program : {"fsin", "trgen"}) {
    CHECK(test::bash(scratch.path(), program + " check --help").out.starts_with(program + " check: checks "));
    CHECK(test::bash(scratch.path(), program + " check --help | sed -n 3p").out.starts_with("usage: " + program));
  }
}

TEST_CASE("what is thrown says whose fault it is") {
  CHECK(code_after(UsageError("x")) == exit_usage);
  CHECK(code_after(InputOutputError("x")) == exit_input_output);
  CHECK(code_after(std::bad_alloc()) == exit_input_output);
  CHECK(code_after(std::logic_error("x")) == exit_bug);
}

TEST_CASE("bash completes the commands of both programs and the options of each") {
  CHECK(completed("fsin", "fsin sw", "1") == "sweep\n");
  CHECK(completed("fsin", "fsin sweep --res", "2") == "--resume\n");
  CHECK(completed("fsin", "fsin sweep exp", "2") == "\n");
  CHECK(completed("trgen", "trgen c", "1") == "capture check convert compress compare\n");
  CHECK(completed("trgen", "trgen slice -- --from-", "3") == "--from-time\n");
}

TEST_CASE("bash completes keys part by part, and the names that are their values") {
  CHECK(completed("fsin", "fsin run exp.yaml network.router.vir", "3") == "network.router.virtual_channels=\n");
  CHECK(completed("fsin", "fsin run exp.yaml netw", "3") == "network.\n");
  CHECK(completed("fsin", "fsin run exp.yaml network.router.flow_control = bu", "5") == "bubble\n");
  CHECK(completed("fsin", "fsin check exp.yaml sweep.grid.preset", "3") == "sweep.grid.preset=\n");
  CHECK(completed("fsin", "fsin run network.router.vir", "2") == "\n");
  CHECK(completed("fsin", "fsin help topology.tor", "2") == "topology.torus\n");
  CHECK(completed("fsin", "fsin list congest", "2") == "congestion-control\n");
}

TEST_CASE("a program completes nothing for a command that it does not have, or that takes files only") {
  const test::Scratch scratch;
  for (const char* words :
       {"fsin --complete", "fsin --complete nonsense x", "fsin --complete merge x", "trgen --complete check x"}) {
    const auto ran = test::bash(scratch.path(), words);
    CHECK(ran.code == 0);
    CHECK(ran.out.empty());
  }
}

}  // namespace program_test

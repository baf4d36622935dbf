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
  return test::bash(scratch.path(), "source <(" + program + " --completion); COMP_WORDS=(" + words +
                                        "); COMP_CWORD=" + count + "; _" + program + "_words; echo \"${COMPREPLY[@]}\"")
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

}  // namespace program_test

// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/experiment_inputs.hpp"

#include <fmt/format.h>

#include <string>

namespace fsin::commands {

namespace {

std::string name_of(const Input& input) {
  if (input.kind == "experiment") return "the experiment";
  if (input.path == input.named) return fmt::format("what {} names", input.kind);
  return fmt::format("a file to which {} leads", input.kind);
}

}  // namespace

void add_inputs(std::span<const Input> inputs, OutputCheck& check) {
  for (const Input& each : inputs) check.reads(name_of(each), each.path);
}

}  // namespace fsin::commands

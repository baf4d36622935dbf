// SPDX-License-Identifier: Apache-2.0
// Time-independent traces written down in a test, and their operations in words.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/scratch.hpp"
#include "trgen/programs/cursor.hpp"
#include "trgen/programs/ti/ti_params.hpp"

namespace trgen::test {

using namespace trgen::programs;

struct Made {
  std::shared_ptr<const Program> program;
  std::string messages;
};

inline Made make_ti(const ti::TimeIndependentParams& params) {
  fsin::Diagnostics diagnostics;
  Made made;
  made.program = params.make(64, diagnostics, [](std::string_view key) { return fsin::Mark(std::string(key)); });
  made.messages = diagnostics.text();
  return made;
}

/// A trace of one file, which computes 1 flop a nanosecond.
inline Made make_ti(const std::string& text, ti::TimeIndependentParams params = {}) {
  const fsin::test::Scratch scratch;
  params.file = scratch.file("run.ti", text);
  if (!params.rate && !params.rates && !params.rate_by_size && text.find("#clock") == std::string::npos)
    params.rate = "1 Gf/s";
  Made made = make_ti(params);
  for (std::size_t at; (at = made.messages.find(scratch.path().string() + "/")) != std::string::npos;)
    made.messages.erase(at, scratch.path().string().size() + 1);
  return made;
}

inline std::string in_words(const Operation& each) {
  using enum OperationKind;
  const std::string peer = each.peer == any_rank ? "any" : fmt::format("{}", each.peer);
  const std::string tag = each.tag == any_tag ? "any" : fmt::format("{}", each.tag);
  const std::string sends = each.synchronous() ? "send synchronously" : "send";
  const std::string on = each.communicator == 0 ? "" : fmt::format(" on {}", each.communicator);
  switch (each.kind) {
    case compute:
      return fmt::format("compute {}", each.amount);
    case send:
      return fmt::format("{} to {} tag {} {} B{}", sends, peer, tag, each.amount, on);
    case receive:
      return fmt::format("receive from {} tag {} {} B{}", peer, tag, each.amount, on);
    case send_start:
      return fmt::format("{}: {} to {} tag {} {} B{}", each.request, sends, peer, tag, each.amount, on);
    case receive_start:
      return fmt::format("{}: receive from {} tag {} {} B{}", each.request, peer, tag, each.amount, on);
    case wait:
      return fmt::format("wait {}+{}", each.request, each.requests);
    case wait_any:
      return fmt::format("wait any {}+{}", each.request, each.requests);
    case collective:
      return fmt::format("{} {} B root {}{}", collectives::name_of(each.collective), each.amount, each.peer, on);
    default:
      return "other";
  }
}

/// The operations of a rank, before its collectives are expanded.
inline std::vector<std::string> operations_of(const Program& program, std::uint32_t rank) {
  std::vector<std::string> words;
  Operations operations;
  for (std::uint64_t step = 0; step < program.steps(rank); ++step) program.step(rank, step, operations);
  for (const Operation& each : operations) words.push_back(in_words(each));
  return words;
}

using Words = std::vector<std::string>;

/// Those of rank 0, or what is wrong with the trace.
inline Words operations_in(const std::string& text, const ti::TimeIndependentParams& params = {}) {
  const Made made = make_ti(text, params);
  return made.program ? operations_of(*made.program, 0) : Words{made.messages};
}

}  // namespace trgen::test

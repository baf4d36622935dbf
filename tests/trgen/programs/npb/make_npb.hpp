// SPDX-License-Identifier: Apache-2.0
// Programs of the NAS Parallel Benchmarks for tests.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "trgen/programs/npb/params.hpp"

namespace trgen::test {

inline fsin::Mark npb_mark(std::string_view key) { return fsin::Mark(std::string(key)); }

inline programs::npb::NpbParams npb(programs::npb::Code kernel, programs::npb::Class size, std::uint32_t ranks,
                                    std::optional<std::uint64_t> iterations = {}) {
  programs::npb::NpbParams params;
  params.kernel = kernel;
  params.size = size;
  params.ranks = ranks;
  params.iterations = iterations;
  return params;
}

/// The program; null with the messages in `faults`.
inline std::shared_ptr<const programs::Program> make(const programs::npb::NpbParams& params,
                                                     std::string* faults = nullptr) {
  fsin::Diagnostics diagnostics;
  auto program = params.make(64, diagnostics, npb_mark);
  if (faults != nullptr) *faults = diagnostics.text();
  return program;
}

}  // namespace trgen::test

// SPDX-License-Identifier: Apache-2.0
// Proxy applications for tests.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/proxies/catalogue.hpp"

namespace trgen::test {

/// The program; null with the messages in `faults`.
template <class Params>
std::shared_ptr<const programs::Program> make_proxy(const Params& params, std::string* faults = nullptr) {
  fsin::Diagnostics diagnostics;
  auto program = params.make(64, diagnostics, [](std::string_view key) { return fsin::Mark(std::string(key)); });
  if (faults != nullptr) *faults = diagnostics.text();
  return program;
}

}  // namespace trgen::test

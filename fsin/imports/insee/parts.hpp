// SPDX-License-Identifier: Apache-2.0
// The parts of a configuration of FSIN: each is asked for its options and writes its keys.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "fsin/imports/common/parts.hpp"

namespace fsin::imports {

class InseeParts : private Parts {
 public:
  InseeParts(Settings settings, Result& to, Diagnostics& diagnostics)
      : Parts(std::move(settings), to, diagnostics,
              [](std::string_view name, std::string_view value) { return fmt::format("{}={}", name, value); }) {}

  void topology();
  void routing();
  void router();
  void congestion();
  void workload();
  void measure();
  /// What nobody asked for.
  void rest();

 private:
  bool is_tree() const { return name_ == "fattree" || name_ == "thintree" || name_ == "slimtree"; }
  bool is_trace() { return settings_.text("tpattern", "uniform") == "trace"; }
  void injection();
  void loop();

  std::string name_;            ///< of the topology
  std::size_t dimensions_ = 0;  ///< of a torus or a mesh; 0: the topology is another one
};

}  // namespace fsin::imports

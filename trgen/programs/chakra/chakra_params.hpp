// SPDX-License-Identifier: Apache-2.0
// `kernel: {type: chakra, file: run.0.et}`: a Chakra execution trace, run with the concurrency that it records. With a
// single file, all ranks execute it (trace_set.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "fsin/config/input_key.hpp"
#include "fsin/config/named.hpp"
#include "trgen/programs/chakra/chakra_program.hpp"
#include "trgen/programs/request.hpp"

namespace trgen::programs::chakra {

using formats::chakra::OnAbsent;
using formats::chakra::OnCycle;

inline constexpr std::array on_cycle_names{
    fsin::config::Named{OnCycle::refuse, "refuse", "the trace is refused, with the ids of the nodes"},
    fsin::config::Named{OnCycle::drop, "drop", "the dependency on the node that stands last in the file is dropped"}};
inline constexpr std::array on_absent_names{
    fsin::config::Named{OnAbsent::refuse, "refuse", "the trace is refused, with the ids of the nodes"},
    fsin::config::Named{OnAbsent::ignore, "ignore", "dependencies on nodes that the file does not have are ignored"}};
inline constexpr std::array gather_size_names{
    fsin::config::Named{GatherSize::part, "part", "bytes that each rank contributes"},
    fsin::config::Named{GatherSize::whole, "whole", "bytes that each rank has at the end"}};

struct ChakraParams {
  static constexpr std::string_view name = "chakra";
  static constexpr std::string_view doc =
      "a Chakra execution trace, whose computing and communication run side by side where their dependencies allow";
  static constexpr std::string_view cite =
      "S. Sridharan et al., Chakra: advancing performance benchmarking and co-design using standardized execution "
      "traces, arXiv:2305.14516";

  fsin::InputPath file;
  std::optional<std::uint32_t> ranks, traced_ranks;
  std::optional<fsin::InputPath> groups;
  OnCycle cycles = OnCycle::refuse;
  OnAbsent absent = OnAbsent::refuse;
  GatherSize gather_size = GatherSize::part;
  std::optional<double> teraflops;

  template <class F>
  void fields(F& f) {
    f("file", file,
      "file of a rank, PREFIX.<rank>.et; if the files of other ranks are beside it, each rank executes its own, else "
      "all ranks execute this one")
        .required();
    f("ranks", ranks, "number of ranks that execute a single file (default: one on every node of the network)")
        .range(1, 16'000'000U);
    f("traced_ranks", traced_ranks,
      "number of ranks of the run in which a single file was recorded: messages then keep their distance, forwards or "
      "backwards, whichever is shorter (default: unknown, and ranks are counted from that of the file)")
        .range(2, 16'000'000U);
    f("groups", groups, "JSON file with the members of process groups, {\"NAME\": [0, 1, ...], ...}");
    f("cycles", cycles, "treatment of nodes that wait for each other in a cycle").names(on_cycle_names);
    f("absent", absent, "treatment of dependencies on nodes that the file does not have").names(on_absent_names);
    f("gather_size", gather_size, "meaning of the comm_size of an allgather").names(gather_size_names);
    f("teraflops", teraflops,
      "rate in Tflop/s for nodes with a number of operations (default: each node lasts for its recorded time)")
        .range(1e-6, 1e9);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::chakra

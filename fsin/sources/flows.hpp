// SPDX-License-Identifier: Apache-2.0
// `workload: {type: flows, file: flows.csv}`: a list of flows, as data-centre studies have them: when each begins, from
// where to where, and how many bytes. Each flow is one message, which its node begins to send at its time, whatever has
// become of the others (open loop), or when the flows of that node before it have left. The run ends when all have
// arrived.
//
// One flow a line, `start source destination bytes`, apart by blanks or commas; start in ns, in any order; `#` begins a
// comment; plain, gzip, zstd or bzip2. A first line may name these columns.
//
// It is run as a program: node n is rank n, which computes until its next flow begins, starts to send it (MPI_Isend)
// and goes on. Memory grows with the number of flows. Not modelled: transport protocols (windows, retransmissions).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/config/input_key.hpp"
#include "fsin/sources/kind.hpp"
#include "fsin/sources/run_as_program.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/synth/table_file.hpp"

namespace fsin::sources {

struct FlowsParams : trgen::replay::ReplayParams {
  static constexpr std::string_view name = "flows";
  static constexpr std::string_view doc = "messages that a file gives one by one, each with its time";
  static constexpr std::string_view cite = "";

  InputPath file;

  template <class F>
  void fields(F& f) {
    f("file", file,
      "file with a line \"start source destination bytes\" for each flow, start in ns; plain or compressed with gzip, "
      "zstd or bzip2")
        .required();
  }
};

template <>
inline constexpr std::string_view noun<FlowsParams> = "a list of flows";

/// The flows of a file as a program, whose ranks are the nodes.
class FlowProgram final : public trgen::programs::Program {
 public:
  /// Throws record::TraceError with every fault of the file.
  FlowProgram(const InputPath& file, std::uint32_t nodes) : sent_(nodes), received_(nodes) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 50U;
    trgen::io::Input in(file);
    trgen::synth::TableFile table(in);
    for (bool first = true; table.next(); first = false) {
      if (first && table.field(0) == "start") continue;
      if (table.fields() != 4) {
        table.fault(fmt::format("{} fields in place of 4; write start, source, destination and bytes", table.fields()));
        continue;
      }
      const auto start = table.amount(0, "start in ns");
      const auto source = table.natural(1, "source", nodes - 1);
      const auto destination = table.natural(2, "destination", nodes - 1);
      const auto bytes = table.natural(3, "size in bytes", most_bytes);
      if (!start || !source || !destination || !bytes) continue;
      if (*start > latest_start) {
        table.fault(fmt::format("a flow cannot begin later than after {:.0f} s", latest_start / 1e9));
      } else if (*source == *destination) {
        table.fault(fmt::format("a flow from node {} to itself never enters the network; leave the line out", *source));
      } else {
        const auto from = static_cast<std::uint32_t>(*source), to = static_cast<std::uint32_t>(*destination);
        sent_[from].push_back({static_cast<std::uint64_t>(std::llround(*start)), to, *bytes});
        ++flows_;
      }
    }
    table.throw_if_any();
    if (flows_ == 0) table.stop("no flow is in it");
    for (std::uint32_t from = 0; from < nodes; ++from) {
      auto& flows = sent_[from];
      std::stable_sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) { return a.start < b.start; });
      for (const Flow& flow : flows) received_[flow.peer].push_back({flow.start, from, flow.bytes});
    }
    for (std::uint32_t node = 0; node < nodes; ++node)
      requests_ = std::max(requests_, static_cast<std::uint32_t>(sent_[node].size() + received_[node].size()));
    digest_ = in.digest();
    name_ = fmt::format("{} flows of {} ({})", flows_, file.filename().string(), digest_);
  }

  const std::string& name() const override { return name_; }
  const std::string& digest() const { return digest_; }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(sent_.size()); }
  /// One that begins all receives, one a flow, and one that waits for all.
  std::uint64_t steps(std::uint32_t rank) const override { return sent_[rank].size() + 2; }

  void step(std::uint32_t rank, std::uint64_t number, trgen::programs::Operations& out) const override {
    const std::vector<Flow>&sent = sent_[rank], &received = received_[rank];
    const auto receives = static_cast<std::uint32_t>(received.size());
    if (number == 0) {
      for (std::uint32_t i = 0; i < receives; ++i) out.receive_start(i, received[i].peer, received[i].bytes);
    } else if (number <= sent.size()) {
      const Flow& flow = sent[number - 1];
      out.compute(flow.start - (number == 1 ? 0 : sent[number - 2].start));
      out.send_start(receives + static_cast<std::uint32_t>(number - 1), flow.peer, flow.bytes);
    } else if (receives + sent.size() > 0) {
      out.wait(0, receives + static_cast<std::uint32_t>(sent.size()));
    }
  }

  const std::vector<std::string>& state_names() const override { return no_names_; }
  std::uint32_t most_requests() const override { return requests_; }

 private:
  static constexpr double latest_start = 1e15;  ///< ns

  struct Flow {
    std::uint64_t start;  ///< ns
    std::uint32_t peer;
    std::uint64_t bytes;
  };

  std::vector<std::vector<Flow>> sent_;      ///< by source, in the order of their times
  std::vector<std::vector<Flow>> received_;  ///< by destination
  std::uint64_t flows_ = 0;
  std::uint32_t requests_ = 0;  ///< the most that a node has
  std::string name_;
  std::string digest_;
  std::vector<std::string> no_names_;
};

inline SourcePointer open_source(const FlowsParams& params, const Opening& opening) {
  try {
    auto program = std::make_shared<const FlowProgram>(params.file, opening.facts.nodes);
    trgen::replay::ProgramParams as_program;
    static_cast<trgen::replay::ReplayParams&>(as_program) = params;
    std::string summary = fmt::format("flows         {}\n", program->name());
    std::vector<File> files{{params.file, program->digest(), 0, 0, {}}};
    return run_as_program(std::move(program), as_program, std::move(summary), std::move(files), opening);
  } catch (const trgen::record::TraceError& error) {
    opening.diagnostics.input_error(Mark(), error.what());
    return nullptr;
  }
}

}  // namespace fsin::sources

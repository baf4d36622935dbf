// SPDX-License-Identifier: Apache-2.0
// Short runs of experiments with other values, and the files that such values name.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "fsin/experiment/read_experiment.hpp"
#include "fsin/result/kept_json.hpp"
#include "fsin/routing/tables/route_file.hpp"
#include "fsin/run/interrupt.hpp"
#include "fsin/run/single_run.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/scratch.hpp"
#include "tests/study/other_values.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/record/trace_error.hpp"

namespace keys_test {

inline constexpr double most_ports =
    20'000;  ///< of a network that is tried: seven times the levels of a tree are millions

/// A run, or the reason why there is none.
struct Tried {
  std::optional<std::string> result;  ///< its figures and fingerprint
  std::set<std::string> told;
  std::string refused;
};

class Laboratory {
 public:
  Laboratory() {
    write_files();
    scratch_.file("synthetic.yaml",
                  "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3}}\n"
                  "workload: {type: synthetic, load: 1.5}\nmeasure: {warmup: 50, cycles: 400, max_cycles: 20000}\n");
    scratch_.file("program.yaml",
                  "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3}}\n"
                  "workload: {type: program, kernel: {type: all-to-all, ranks: 16, bytes: 500 B, iterations: 2, "
                  "compute: 2 us}}\nmeasure: {max_cycles: 200000}\n");
    scratch_.file("collective.yaml",
                  "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3}}\n"
                  "workload: {type: program, kernel: {type: collective, operation: allreduce, bytes: 16 KiB, "
                  "iterations: 2}}\nmeasure: {max_cycles: 200000}\n");
  }

  Tried run(const std::string& base, const Words& overrides) {
    Diagnostics diagnostics;
    Tried tried;
    try {
      auto loaded = experiment::load_experiment(scratch_.path() / (base + ".yaml"), placed(overrides), diagnostics);
      std::optional<run::Prepared> prepared;
      if (loaded && topology::extent_of(loaded->experiment.network.topology).port_numbers() > most_ports) {
        tried.refused = "too large to be tried";
        return tried;
      }
      if (loaded) prepared = run::prepare(std::move(*loaded), false, diagnostics);
      if (prepared && diagnostics.ok()) run::build_network(*prepared, diagnostics);
      if (!prepared || !diagnostics.ok()) {
        tried.refused = diagnostics.text();
        return tried;
      }
      for (const result::Unheeded& each : prepared->unheeded) tried.told.insert(each.key);
      const run::RunOptions options;
      const result::RunResult result =
          run::run_once({*prepared, *prepared->topology, options}, prepared->experiment().measure.seed, interrupt_,
                        [](Cycle, double, std::uint64_t) {});
      auto json = result::kept_json(result::figures_of({}, result));
      json.erase("host");
      tried.result = json.dump();
    } catch (const trgen::record::TraceError& error) {
      tried.refused = error.what();
    }
    return tried;
  }

  std::optional<experiment::LoadedExperiment> load(const std::string& base, const Words& overrides) {
    Diagnostics ignored;
    return experiment::load_experiment(scratch_.path() / (base + ".yaml"), placed(overrides), ignored);
  }

 private:
  /// The overrides with the folder of the files in them.
  Words placed(Words overrides) const {
    const std::string folder = scratch_.path().string() + "/";
    for (std::string& word : overrides) {
      for (std::size_t at = word.find(folder_mark); at != std::string::npos; at = word.find(folder_mark, at))
        word.replace(at, folder_mark.size(), folder);
    }
    return overrides;
  }

  /// The files of written_values (other_values.hpp), each in two versions.
  void write_files() {
    const auto both = [&](const std::string& name, const std::string& one, const std::string& other) {
      scratch_.file("1." + name, one);
      scratch_.file("2." + name, other);
    };
    both("edges", "0 1\n1 2\n2 3\n3 0\n", "0 1\n1 2\n2 3\n3 0\n0 2\n");
    const std::string platform =
        "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-15' speed='2Gf' bw='1.25GBps' "
        "lat='1us' topology='TORUS' topo_parameters='4,4'/></platform>\n";
    both("xml", platform, platform);
    both("permutation", "0 5\n1 6\n2 9\n", "0 5\n1 6\n2 11\n");
    both("population", "1 1\n2 1\n", "1 1\n2 9\n");
    both("sizes", "64 1\n512 1\n", "64 1\n900 1\n");
    both("curve", "64 0.5\n512 1\n", "64 0.5\n900 1\n");
    both("nodes", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n",
         "5\n1\n2\n3\n4\n0\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n");
    both("packets", "10 0 5 64\n12 1 5 64\n", "10 0 5 64\n12 1 6 64\n");
    both("flows", "0 0 5 1000\n10 1 6 1000\n", "0 0 5 1000\n10 1 6 5000\n");
    both("script", "trgen-program: 1\nranks: 4\nprogram:\n  - allreduce: {bytes: 10 KiB}\n",
         "trgen-program: 1\nranks: 4\nprogram:\n  - allreduce: {bytes: 20 KiB}\n");
    both("groups", "{\"all\": [0, 1]}\n", "{\"all\": [1, 0]}\n");
    both("rates", "1 Gf/s\n2 Gf/s\n3 Gf/s\n4 Gf/s\n", "2 Gf/s\n2 Gf/s\n3 Gf/s\n4 Gf/s\n");
    std::string matrix;
    for (int row = 0; row < 16; ++row) {
      for (int column = 0; column < 16; ++column) matrix += column == 0 ? "1" : ",1";
      matrix += "\n";
    }
    both("matrix", matrix, "9" + matrix.substr(1));
    write_traces();
    write_routes();
  }

  void write_traces() {
    for (const std::string version : {"1.", "2."}) {
      std::string ti, regular = "#ranks 4\n";
      for (int rank = 0; rank < 4; ++rank) {
        ti += fmt::format("{0} init\n{0} compute {1}\n{0} allreduce 4000 0\n{0} finalize\n", rank,
                          version == "1." ? 100'000 : 200'000);
        regular += fmt::format(
            "{0} 0 SS MPI_Init\n{0} 10 SE MPI_Init\n{0} {1} SS MPI_Allreduce communicator=0 sent=32000 received=32000\n"
            "{0} {2} SE MPI_Allreduce\n{0} 9000 SS MPI_Sendrecv\n{0} 9001 MS {3} 0 0 {4}\n{0} 9002 MR {5} 0 0 {4}\n"
            "{0} 9003 SE MPI_Sendrecv\n",
            rank, 2000 + rank, 4000 + rank, (rank + 1) % 4, version == "1." ? 100 : 3000, (rank + 3) % 4);
      }
      scratch_.file(version + "ti", ti);
      scratch_.file(version + "trace", regular);
      const auto ring = std::find_if(trgen::kernels::kernels.begin(), trgen::kernels::kernels.end(),
                                     [](const auto& each) { return each.name == "ring"; });
      const auto trace = trgen::kernels::make_kernel_trace(
          *ring, {.ranks = 2, .bytes = version == "1." ? 100U : 9000U, .iterations = 2});
      trgen::formats::write_trace(*trace, (scratch_.path() / (version + "0.et")).string());
    }
  }

  /// Next hops of the torus of synthetic.yaml.
  void write_routes() {
    const topology::Topology torus = topology::TorusParams{{4, 4}, true}.build();
    const routing::Fabric fabric(torus.graph);
    std::ostringstream text;
    routing::write_routes(text, fabric, routing::shortest_tables(fabric, routing::PortChoice::first));
    std::string other = text.str();
    const std::string line = "\n0 5 ";
    const std::size_t at = other.find(line);
    REQUIRE(at != std::string::npos);
    other[at + line.size()] = other[at + line.size()] == '0' ? '2' : '0';  // the other dimension first
    scratch_.file("1.routes", text.str());
    scratch_.file("2.routes", other);
    // The same as channels, any of a link; and with another channel where a packet enters.
    std::string channels;
    std::istringstream lines(text.str());
    for (std::string router, node, port; lines >> router && (router != "#" || lines.ignore(100, '\n'));) {
      if (router == "#") continue;
      lines >> node >> port;
      channels += fmt::format("{} * {} {}\n", router, node, port);
    }
    scratch_.file("1.channels", channels);
    scratch_.file("2.channels", channels + fmt::format("0 node 5 {}:1\n", text.str()[at + line.size()]));
  }

  test::Scratch scratch_;
  run::InterruptWatch interrupt_;
};

}  // namespace keys_test

// SPDX-License-Identifier: Apache-2.0
// `workload: {type: live, ranks: 16, command: [./program, argument]}`: an MPI program that runs here and now as
// processes of its own, and whose messages this network carries (fsin/live). `fsin live` writes these keys.
//
// The outcome depends on the program and on this machine's libraries, which no file of the experiment holds: results of
// such runs are not kept for later ones.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/input_key.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/units.hpp"
#include "fsin/live/cpu_model.hpp"
#include "fsin/live/mpi_library.hpp"
#include "fsin/sources/kind.hpp"
#include "trgen/replay/mpi_params.hpp"
#include "trgen/replay/placements/any_placement.hpp"

namespace fsin::sources {

inline constexpr std::array cpu_model_names{
    config::Named{live::CpuModel::measured, "measured", "CPU time of the thread that calls MPI, times cpu.scale"},
    config::Named{live::CpuModel::fixed, "fixed", "cpu.burst each, whatever is computed: runs are repeatable"},
    config::Named{live::CpuModel::none, "none", "no time, whatever is computed: runs are repeatable"}};

inline constexpr std::array mpi_library_names{
    config::Named{live::MpiLibrary::automatic, "auto",
                  "the one with which the program is linked; Open MPI for scripts"},
    config::Named{live::MpiLibrary::open_mpi, "open-mpi", "Open MPI, started by mpirun.openmpi"},
    config::Named{live::MpiLibrary::mpich, "mpich", "MPICH built for ch4:ofi (FSIN_MPICH), started by mpiexec.hydra"},
    config::Named{live::MpiLibrary::none, "none",
                  "no MPI: the program calls libfabric itself; its processes are started by mpirun.openmpi"}};

struct LiveCpuParams {
  live::CpuModel model = live::CpuModel::measured;
  std::optional<double> scale;
  std::optional<Nanoseconds> burst;
  std::optional<std::string> record;
  std::optional<InputPath> replay;
  bool side_by_side = true;
  std::optional<std::string> speed;
  std::optional<std::uint64_t> sample;

  template <class F>
  void fields(F& f) {
    f("model", model, "time that ranks compute between two calls of MPI").names(cpu_model_names);
    f("scale", scale, "CPU times that are measured or replayed are multiplied by this factor (default 1)")
        .range(1e-6, 1e5);
    f("burst", burst, "with model fixed: the time between two calls (default 1 us)")
        .range(Nanoseconds{0}, Nanoseconds{1e9});
    f("record", record, "write the time of every CPU burst of every rank to this file, for cpu.replay");
    f("replay", replay,
      "take the times of CPU bursts from this file, which cpu.record has written, in place of cpu.model: the run is "
      "repeatable to the cycle");
    f("side_by_side", side_by_side,
      "simulated time goes on beside a rank as far as that is known to compute, so that several ranks compute at a "
      "time; "
      "the result is the same without");
    f("speed", speed,
      "computing speed of a rank, such as \"2 Gf/s\", by which blocks last whose flops the program gives "
      "(FSIN_SAMPLE_DELAY of fsin_live.h)");
    f("sample", sample,
      "with model measured: bursts between the same two calls of MPI in the program are measured so often, and each "
      "lasts their mean from then on (default: all are measured)")
        .range(1, 1'000'000'000);
  }
};

struct LiveMpiParams {
  live::MpiLibrary library = live::MpiLibrary::automatic;
  Nanoseconds send_overhead{0};
  Nanoseconds receive_overhead{0};
  Nanoseconds test_overhead{100};
  Nanoseconds node_latency{0};
  std::optional<BitRate> node_bandwidth;
  trgen::replay::BandwidthPer node_bandwidth_per = trgen::replay::BandwidthPer::message;

  template <class F>
  void fields(F& f) {
    const Nanoseconds none{0}, longest{1e9};
    f("library", library, "MPI library of the program").names(mpi_library_names);
    f("send_overhead", send_overhead, "time that a rank is busy before a message of it can leave").range(none, longest);
    f("receive_overhead", receive_overhead, "time that a rank is busy after a message has come").range(none, longest);
    f("test_overhead", test_overhead, "time of a call that looks for a message and finds none (MPI_Test, MPI_Iprobe)")
        .range(Nanoseconds{1}, longest);
    f("node_latency", node_latency, "latency of a message between two ranks of a node, at least a cycle")
        .range(none, longest);
    f("node_bandwidth", node_bandwidth,
      "bandwidth of messages between ranks of a node (default: their size costs nothing)")
        .range(BitRate{1'000}, BitRate{1'000'000'000'000'000});
    f("node_bandwidth_per", node_bandwidth_per,
      "whether each message within a node has all of mpi.node_bandwidth, or those of a node share it")
        .names(trgen::replay::bandwidth_per_names);
  }
};

struct LiveParams {
  static constexpr std::string_view name = "live";
  static constexpr std::string_view doc = "an MPI program that runs here and now, its messages carried by the network";
  static constexpr std::string_view cite = "";

  std::uint32_t ranks = 0;
  std::vector<std::string> command;
  std::optional<std::vector<std::string>> mpi_options;
  LiveCpuParams cpu;
  LiveMpiParams mpi;
  trgen::replay::Placement placement;
  std::optional<std::string> trace;
  Nanoseconds time_limit{0};
  bool same_seed = false;

  template <class F>
  void fields(F& f) {
    f("ranks", ranks, "processes of the program (fsin live -n)").required().range(1, 65536);
    f("command", command, "the program and its arguments").required();
    f("mpi_options", mpi_options, "further options of mpirun or mpiexec");
    f.group("cpu", cpu, "CPU bursts: the time that ranks compute between their MPI calls");
    f.group("mpi", mpi, "the MPI library, and what calls and messages within a node cost, beside the network");
    f.choice("placement", placement, "placement of ranks on nodes");
    f("trace", trace,
      "write a trace of the run to this file, in the format of its name, with the messages of collectives (fsin live "
      "--trace)");
    f("same_seed", same_seed,
      "all runs of measure.seeds have the first seed: they differ by measured CPU times alone (fsin live --repeat)");
    f("time_limit", time_limit, "real time after which the program is ended (default: none)")
        .range(Nanoseconds{0}, Nanoseconds{1e15});
  }
};

template <>
inline constexpr std::string_view noun<LiveParams> = "a live program";

SourcePointer open_source(const LiveParams& params, const Opening& opening);

}  // namespace fsin::sources

// SPDX-License-Identifier: Apache-2.0
// Compares both engines with the numbers measured on the original simulator. Exit status 0 when all agree.
//
//   fsin-oracles --exact            original-exact.csv: the reference stepper with C rand(), to the digit
//   fsin-oracles --bands [--all]    original-synthetic.csv and original-traces.csv: both engines, within bands; the
//                                   reference stepper runs every tenth synthetic configuration, with --all every one
//   further: --threads N, --folder DIR (of the CSV files)
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "tests/oracles/bands.hpp"
#include "tests/oracles/exact.hpp"
#include "tests/oracles/trace_runs.hpp"

namespace {

struct Options {
  std::filesystem::path folder = FSIN_SOURCE_DIR "/tests/oracles";
  unsigned threads = 2;
  std::string_view what;
  bool all = false;
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--exact" || word == "--bands") {
      options.what = word;
    } else if (word == "--all") {
      options.all = true;
    } else if (word == "--threads" && i + 1 < argc) {
      options.threads = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    } else if (word == "--folder" && i + 1 < argc) {
      options.folder = argv[++i];
    } else {
      return false;
    }
  }
  return options.threads > 0 && !options.what.empty();
}

int report_exact(const Options& options) {
  std::size_t agree = 0;
  const auto results = oracles::run_exact(options.folder, options.threads);
  for (const oracles::ExactResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    if (r.agrees()) continue;
    fmt::print("differs: {}: original {} packets, latency {}; reference {} packets, latency {}\n", r.name,
               r.original_packets, r.original_latency, r.packets, r.latency);
  }
  fmt::print("{} of {} rows of original-exact.csv agree to the digit\n", agree, results.size());
  return agree == results.size() && !results.empty() ? 0 : 1;
}

std::string figures(const oracles::Figures& f) {
  return fmt::format("accepted {:.4f} latency {:.2f} hops {:.4f}", f.accepted, f.latency, f.hops);
}

bool synthetic_bands(const Options& options) {
  oracles::BandPlan plan;
  plan.threads = options.threads;
  if (options.all) plan.reference_step = 1;
  const auto results = oracles::run_bands(options.folder, plan);
  std::size_t agree = 0;
  std::size_t referenced = 0;
  for (const oracles::BandResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    referenced += r.reference ? 1 : 0;
    if (r.agrees()) continue;
    fmt::print("out of band: {}\n  original   {}\n  event      {}\n", r.name, figures(r.original), figures(r.event));
    if (r.reference) fmt::print("  reference  {}\n", figures(*r.reference));
  }
  fmt::print("{} of {} configurations of original-synthetic.csv within the bands (event: all; reference: {})\n", agree,
             results.size(), referenced);
  return agree == results.size() && !results.empty();
}

bool trace_bands(const Options& options) {
  const auto results = oracles::run_traces(options.folder, options.threads);
  std::size_t agree = 0;
  unsigned rows = 0;
  unsigned alike = 0;
  for (const oracles::TraceResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    rows += r.replayed;
    alike += r.replayed_alike;
    if (r.agrees()) continue;
    const auto show = [](const oracles::TraceSpread& s) {
      return fmt::format("{} .. {}, mean {:.1f}", s.least, s.greatest, s.mean);
    };
    fmt::print("out of band: {}\n  original   {}\n  event      {}\n  reference  {}\n  {}\n", r.name, show(r.original),
               show(r.event), show(r.reference), r.difference);
  }
  fmt::print("{} of {} traces and routers of original-traces.csv within the bands; {} of {} rows to the digit\n", agree,
             results.size(), alike, rows);
  return agree == results.size() && !results.empty();
}

int report_bands(const Options& options) {
  const bool synthetic = synthetic_bands(options);
  return trace_bands(options) && synthetic ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fmt::print(stderr, "usage: fsin-oracles --exact | --bands [--all]  [--threads N] [--folder DIR]\n");
    return 2;
  }
  try {
    return options.what == "--exact" ? report_exact(options) : report_bands(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 70;
  }
}

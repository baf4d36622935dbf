// SPDX-License-Identifier: Apache-2.0
// fsin calibrate: the parameters of a model of the network from measured times of ping-pongs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "fsin/calibration/formats.hpp"
#include "fsin/calibration/points.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/simulated_ping_pongs.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/message/flow_factors.hpp"
#include "fsin/report/calibration.hpp"

namespace fsin::commands {
namespace {

using calibration::Measurements;
using report::Calibration;

constexpr std::array calibrate_options{
    cli::Option{"model", "NAME", "model whose parameters are written: piecewise (default) or loggps"},
    cli::Option{"format", "NAME", "format of all files: osu, imb, skampi, netpipe, csv (default: by their content)"},
    cli::Option{"time-unit", "UNIT", "unit of the times of CSV files whose head names none: ps, ns, us, ms or s"},
    cli::Option{"round-trip", "", "the times of CSV files are round trips; half of them is taken"},
    cli::Option{"segments", "N", "piecewise: number of segments (default: by the error on sizes held out)"},
    cli::Option{"most-segments", "N", "piecewise: at most so many segments are tried (default 12)"},
    cli::Option{"overhead", "TIME", "loggps: o, the time of the processor for a message (default 0 ns)"},
    cli::Option{"out", "DIR",
                "write network.yaml (parameters), errors.csv, fit.svg and the page calibration.html into DIR"},
    cli::Option{"from", "EXP.yaml", "measure on the simulated network of this experiment"},
    cli::Option{"pair", "A,B",
                "--from: measure between these nodes, may be repeated (default: node 0 and the nearest, "
                "node 0 and the farthest)",
                true},
    cli::Option{"least", "SIZE", "--from: shortest message (default 1 B)"},
    cli::Option{"most", "SIZE", "--from: longest message (default 1 MiB)"},
    cli::Option{"trips", "N", "--from: round trips that count, after a first one that does not (default 2)"},
    cli::Option{"engine", "NAME", "--from: event (default) or reference"},
};
constexpr std::array<std::string_view, 4> output_names{"network.yaml", "errors.csv", "fit.svg", "calibration.html"};
constexpr std::array<std::string_view, 2> model_names{"piecewise", "loggps"};

calibration::ReadOptions read_options(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  calibration::ReadOptions options;
  std::vector<std::string_view> names;
  for (const calibration::FormatName& each : calibration::formats()) names.push_back(each.name);
  if (const auto format = arguments.text("format")) {
    options.format = *format;
    if (std::find(names.begin(), names.end(), *format) == names.end()) {
      arguments.error(
          fmt::format("--format {}: no such format{}", in_quotes(*format), suggestion(*format, names, "formats")),
          diagnostics);
    }
  }
  if (const auto unit = arguments.text("time-unit")) {
    std::string wrong;
    const auto one = parse_quantity<Nanoseconds>("1 " + *unit, wrong);
    if (one) {
      options.time_ns = one->value;
    } else {
      arguments.error(fmt::format("--time-unit {} is no unit of time; write ps, ns, us, ms or s", in_quotes(*unit)),
                      diagnostics);
    }
  }
  options.round_trip = arguments.has("round-trip");
  return options;
}

/// What would have no effect is refused.
void refuse_useless(const cli::Arguments& arguments, bool loggps, Diagnostics& diagnostics) {
  const bool simulated = arguments.has("from");
  const auto refuse = [&](std::string_view name, bool useless, std::string_view why) {
    if (useless && arguments.has(name)) arguments.error(fmt::format("--{} {}", name, why), diagnostics);
  };
  for (const std::string_view name : {"pair", "least", "most", "trips", "engine"}) {
    refuse(name, !simulated, "has an effect with --from only");
  }
  for (const std::string_view name : {"format", "time-unit", "round-trip"}) {
    refuse(name, simulated, "has no effect with --from; leave it out");
  }
  refuse("overhead", !loggps, "has an effect with --model loggps only");
  refuse("segments", loggps, "has no effect with --model loggps; leave it out");
  refuse("most-segments", loggps || arguments.has("segments"), "has no effect with --segments or --model loggps");
}

std::vector<Measurements> measurements_of(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const calibration::ReadOptions options = read_options(arguments, diagnostics);
  if (arguments.has("from")) return simulated_ping_pongs(arguments, diagnostics);
  if (arguments.positional().empty()) {
    arguments.error("no measurements given; name a file with the output of a ping-pong benchmark, or --from EXP.yaml",
                    diagnostics);
  }
  std::vector<Measurements> all;
  if (!diagnostics.ok()) return all;
  for (const std::string& file : arguments.positional()) {
    if (auto one = calibration::read_file(InputPath(file), options, diagnostics)) all.push_back(std::move(*one));
  }
  return all;
}

std::vector<calibration::SizeFactor> simgrid_factors() {
  std::vector<calibration::SizeFactor> factors;
  for (const auto& each : engine::message::SimgridFactors::table) {
    factors.push_back({each.from, each.bandwidth, each.latency});
  }
  return factors;
}

double overhead_of(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const auto text = arguments.text("overhead");
  if (!text) return 0;
  std::string wrong;
  const auto time = parse_quantity<Nanoseconds>(*text, wrong);
  if (!time) arguments.error("--overhead: " + wrong, diagnostics);
  return time ? time->value : 0;
}

/// Two overheads are part of the time of the shortest message.
void check_overhead(const cli::Arguments& arguments, const Calibration& calibration, Diagnostics& diagnostics) {
  if (2 * calibration.overhead_ns <= calibration.loggps.model.base_ns) return;
  arguments.error(fmt::format("--overhead is more than half of L + 2 o, which is {:.6g} ns; give a shorter one",
                              calibration.loggps.model.base_ns),
                  diagnostics);
}

void write_outputs(const Calibration& calibration, const std::filesystem::path& folder) {
  prepare_directory(folder);
  write_file(folder / output_names[0], report::calibrated_network(calibration));
  write_file(folder / output_names[1], report::calibration_csv(calibration));
  write_file(folder / output_names[2], report::calibration_svg(calibration));
  write_file(folder / output_names[3], report::calibration_page(calibration));
}

int run_calibrate(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  Calibration calibration;
  const std::string model = arguments.word("model", model_names, model_names[0], diagnostics);
  calibration.model = model == "loggps" ? report::FittedModel::loggps : report::FittedModel::piecewise;
  const auto segments = arguments.natural("segments", 1, calibration::most_segments, diagnostics);
  const auto most = arguments.natural("most-segments", 1, calibration::most_segments, diagnostics);
  calibration.overhead_ns = overhead_of(arguments, diagnostics);
  refuse_useless(arguments, model == "loggps", diagnostics);
  const auto out = arguments.text("out");
  OutputCheck check("fsin calibrate");
  if (const auto from = arguments.text("from")) check.reads("the experiment", *from);
  if (!arguments.has("from")) check.reads("the measurements", arguments.positional());
  if (out) check.writes_into("--out", *out, output_names);
  check.check(diagnostics);
  if (diagnostics.ok()) calibration.sources = measurements_of(arguments, diagnostics);
  if (diagnostics.ok()) calibration.points = calibration::points_of(calibration.sources, diagnostics);
  diagnostics.print(stderr);
  if (!diagnostics.ok()) return diagnostics.exit_code();
  calibration.piecewise = calibration::piecewise_fit(calibration.points, segments, most.value_or(12));
  calibration.loggps = calibration::loggps_fit(calibration.points);
  calibration.baselines = calibration::baselines_of(calibration.points, simgrid_factors());
  Diagnostics late;
  check_overhead(arguments, calibration, late);
  if (segments && calibration.piecewise.model.segments.size() != *segments) {
    arguments.error(fmt::format("--segments {}: the sizes are enough for {} only, with {} in each even when every "
                                "fifth is held out; measure more sizes",
                                *segments, counted(calibration.piecewise.model.segments.size(), "segment"),
                                calibration::least_points),
                    late);
  }
  late.print(stderr);
  if (!late.ok()) return late.exit_code();
  write_text(report::calibration_text(calibration));
  if (!out) return cli::exit_done;
  write_outputs(calibration, *out);
  say("{}: {}; in an experiment: network: {{file: {}}}\n", *out, fmt::join(output_names, ", "),
      (std::filesystem::path(*out) / "network.yaml").string());
  return cli::exit_done;
}

}  // namespace

const cli::Command calibrate_command{
    .name = "calibrate",
    .summary = "fits the parameters of a network model to measured times of ping-pongs",
    .usage = "FILE ... [options] | --from EXP.yaml [key=value ...] [options]",
    .description =
        "Reads the times of messages by size from the output of osu_latency, IMB-MPI1 PingPong, SKaMPI or NetPIPE,\n"
        "or from a CSV table with a head such as size_B,time_us, and fits network.model piecewise or loggps to\n"
        "them. All times are one way: half a round trip, as most of these tools print; of SKaMPI's round trips half\n"
        "is taken. Of several times of one size the median is fitted. With --from, the times are measured on the\n"
        "simulated network of an experiment.\n\n"
        "Errors are logarithmic, e^|ln model - ln measured| - 1, on the sizes that were fitted and on sizes that\n"
        "were held out; these decide on the number of segments. For comparison stand there the errors of affine\n"
        "models and of SimGrid's default factors.\n\n"
        "Exit code 3 when a file has a mistake; every mistake is named with its line.",
    .examples =
        "  fsin calibrate osu_latency.txt --out calibrated\n"
        "  fsin calibrate run-1.csv run-2.csv --model loggps --overhead '300 ns'\n"
        "  fsin calibrate --from exp.yaml topology.dims=[8,8] --most '256 KiB'\n",
    .options = calibrate_options,
    .run = run_calibrate};

}  // namespace fsin::commands

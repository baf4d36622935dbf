// SPDX-License-Identifier: Apache-2.0
// FSIN's traffic and measurement.
#include <fmt/format.h>

#include <array>

#include "fsin/core/text.hpp"
#include "fsin/imports/insee/parts.hpp"

namespace fsin::imports {
namespace {

constexpr std::array traffic_names{
    Counterpart{"uniform", "uniform"},
    Counterpart{"transpose", "transpose"},
    Counterpart{"reversal", "bit-reversal"},
    Counterpart{"complement", "complement"},
    Counterpart{"shuffle", "shuffle"},
    Counterpart{"butterfly", "butterfly"},
    Counterpart{"hotregion", "hotregion"},
    Counterpart{"distribute", "distribute"},
    Counterpart{"rsdist", "rsdist"},
    Counterpart{"semi", "semi"},
    Counterpart{"local", "local"},
    Counterpart{"tornado", "tornado", "the original shifts the number of the node, here each coordinate moves"},
    Counterpart{"bisection", "bisection"},
    Counterpart{"hotspot", "{type: hotspot, nodes: [0], fraction: 0.02}"}};

}  // namespace

void InseeParts::workload() {
  const std::string traffic = settings_.text("tpattern", "uniform");
  if (traffic == "trace") {
    draft_.set("workload.type", "trace");
    draft_.set("workload.file", in_quotes(settings_.text("tracefile", ""), 4096), words("tracefile", ""));
    if (!settings_.has("tracefile")) wrong("tpattern", "tpattern=trace needs tracefile");
    settings_.ignore("load");
    return;
  }
  draft_.set("workload.type", "synthetic");
  choose("workload.pattern", "tpattern", "uniform", traffic_names);
  draft_.set("workload.load", print_real(number("load", 0.05, 0, 64)), words("load", "0.05"));
  draft_.set("workload.source", "stall", "a packet without room waits, and its node makes no others");
  if (natural("longmessages", 0, 0, 1'000'000) > 1) {  // of one packet, long messages are none
    draft_.set("workload.sizes",
               fmt::format("{{type: bimodal-original, packets: {}, fraction: {}}}",
                           natural("longmessages", 0, 1, 1'000'000), print_real(number("lng_msg_ratio", 0.5, 0, 1))),
               words("longmessages", ""));
  } else {
    settings_.ignore("lng_msg_ratio");
  }
  loop();
}

void InseeParts::loop() {
  if (natural("shotmode", 0, 0, 1) == 1) {
    draft_.set("workload.loop",
               fmt::format("{{type: shots, messages: {}, shots: {}}}", natural("shotsize", 0, 0, 100'000'000),
                           natural("nsamples", 10, 1, 1'000'000)),
               words("shotsize", "0") + ", " + words("nsamples", "10"));
  } else if (const double rate = number("trigger_rate", 0, 0, 1); rate > 0) {
    const std::string bounds = settings_.text("triggered", "1_1");
    const auto most = parse_natural(bounds.substr(0, bounds.find('_')));
    const auto least =
        bounds.find('_') == std::string::npos ? most : parse_natural(bounds.substr(bounds.find('_') + 1));
    if (!most || !least) return wrong("triggered", fmt::format("triggered={}: expected MOST_LEAST", bounds));
    draft_.set("workload.loop",
               fmt::format("{{type: triggered, rate: {}, least: {}, most: {}}}", print_real(rate), *least, *most),
               words("trigger_rate", "") + ", " + words("triggered", "1_1"));
  }
  for (const std::string_view name : {"shotsize", "triggered", "tracefile", "trace_cpu_units", "placement"})
    settings_.ignore(name);
}

void InseeParts::measure() {
  draft_.set("measure.seed", fmt::format("{}", natural("rseed", 17, 0, 1U << 31U)),
             words("rseed", "17") + "; draws are others");
  if (is_trace() || natural("shotmode", 0, 0, 1) == 1) {
    for (const std::string_view name : {"warm_up_period", "nsamples", "sample_size"}) settings_.ignore(name);
  } else {
    draft_.set("measure.warmup", fmt::format("{} cycles", natural("warm_up_period", 5000, 0, 1'000'000'000)),
               words("warm_up_period", "5000"));
    draft_.set("measure.cycles",
               fmt::format("{} cycles",
                           natural("nsamples", 10, 1, 1'000'000) * natural("sample_size", 1000, 1, 1'000'000'000)),
               fmt::format("{}, {}", words("nsamples", "10"), words("sample_size", "1000")));
  }
  for (const std::string_view name : {"conv_period", "conv_thres", "max_conv_time"}) {
    if (settings_.has(name))
      leave_out(name,
                fmt::format("{}: the warm-up has a fixed length; measure.warmup: auto finds it", words(name, "")));
    settings_.ignore(name);
  }
}

}  // namespace fsin::imports

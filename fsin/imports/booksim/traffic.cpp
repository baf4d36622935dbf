// SPDX-License-Identifier: Apache-2.0
// BookSim's traffic, injection and measurement.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/booksim/parts.hpp"

namespace fsin::imports {
namespace {

constexpr std::array patterns{
    Counterpart{"uniform", "uniform-with-self", ""},
    Counterpart{"bitcomp", "complement", ""},
    Counterpart{"transpose", "transpose", ""},
    Counterpart{"bitrev", "bit-reversal", ""},
    Counterpart{"shuffle", "shuffle", ""},
    Counterpart{"tornado", "tornado", ""},
    Counterpart{"neighbor", "neighbour", ""},
    Counterpart{"randperm", "random-permutation", "a random permutation of another draw, and without fixed points"},
    Counterpart{"bad_dragon", "adversarial", ""}};

}  // namespace

void BooksimParts::traffic() {
  const std::string traffic = settings_.text("traffic", "uniform");
  draft_.set("workload.type", "synthetic");
  if (traffic.starts_with("hotspot")) {
    hotspot(traffic);
  } else {
    choose("workload.pattern", "traffic", "uniform", patterns, {"hotspot"});
    settings_.ignore("perm_seed");
  }
  const double rate = number("injection_rate", 0.1, 0, 1e6);
  const bool in_flits = natural("injection_rate_uses_flits", 0, 0, 1) == 1;
  draft_.set("workload.load", print_real(in_flits ? rate : rate * static_cast<double>(flits_)),
             words("injection_rate", "0.1") + (in_flits ? " flits" : " packets") + " a node and cycle");
  draft_.set("workload.source", "infinite", "packets wait at their source");
  arrivals(in_flits ? rate : rate * static_cast<double>(flits_));
  if (natural("classes", 1, 1, 1000) != 1)
    wrong("classes", "several classes of traffic have no counterpart; import one at a time");
}

void BooksimParts::arrivals(double load) {
  const std::string process = settings_.text("injection_process", "bernoulli");
  if (process == "bernoulli")
    return draft_.set("workload.arrivals", "bernoulli", words("injection_process", "bernoulli"));
  if (process != "on_off") {
    return wrong(
        "injection_process",
        fmt::format("injection_process {} has no counterpart; bernoulli and on_off have one", in_quotes(process)));
  }
  const double beta = number("burst_beta", 0.5, 1e-9, 1), peak = number("burst_r1", -1, -1, 1);
  const std::string burst = print_real(1 / beta);
  if (peak > 0) {  // the length of a silence follows from the load
    return draft_.set(
        "workload.arrivals",
        fmt::format("{{type: on-off, burst: {}, peak: {}}}", burst, print_real(peak * static_cast<double>(flits_))),
        fmt::format("{}, {}", words("burst_beta", "0.5"), words("burst_r1", "-1")));
  }
  const double alpha = number("burst_alpha", 0.5, 1e-9, 1);
  draft_.set("workload.arrivals", fmt::format("{{type: on-off, burst: {}, silence: {}}}", burst, print_real(1 / alpha)),
             fmt::format("{}, {}", words("burst_alpha", "0.5"), words("burst_beta", "0.5")));
  const double least = load * (alpha + beta) / alpha;
  if (least > static_cast<double>(flits_)) leave_out("injection_rate", "the bursts cannot carry this load");
}

void BooksimParts::hotspot(const std::string& traffic) {
  const std::size_t open = traffic.find('{');
  const std::size_t second = open == std::string::npos ? open : traffic.find('{', open + 1);
  const auto nodes =
      open == std::string::npos
          ? std::nullopt
          : numbers_of(std::string_view(traffic).substr(
                open, second == std::string::npos ? traffic.size() - open - 1 : traffic.find('}', open) + 1 - open));
  if (!nodes) return wrong("traffic", "hotspot needs its nodes, as in hotspot({0,5})");
  std::string list;
  for (const double node : *nodes) list += fmt::format("{}{}", list.empty() ? "" : ", ", node);
  std::string rates;
  if (second != std::string::npos) {
    const auto weights = numbers_of(std::string_view(traffic).substr(second, traffic.find('}', second) + 1 - second));
    if (!weights || weights->size() != nodes->size()) return wrong("traffic", "hotspot needs as many rates as nodes");
    for (const double rate : *weights) rates += fmt::format("{}{}", rates.empty() ? "" : ", ", rate);
    rates = fmt::format(", rates: [{}]", rates);
  }
  draft_.set("workload.pattern", fmt::format("{{type: hotspot, nodes: [{}]{}, fraction: 1}}", list, rates),
             words("traffic", ""));
}

void BooksimParts::measure() {
  const std::uint64_t period = natural("sample_period", 1000, 1, 1'000'000'000);
  draft_.set("measure.warmup", fmt::format("{} cycles", natural("warmup_periods", 3, 0, 1'000'000) * period),
             fmt::format("{}, {}", words("warmup_periods", "3"), words("sample_period", "1000")));
  draft_.set("measure.cycles", fmt::format("{} cycles", natural("max_samples", 10, 1, 1'000'000) * period),
             words("max_samples", "10") + "; BookSim may stop earlier");
  draft_.set("measure.seeds", fmt::format("{}", natural("sim_count", 1, 1, 100'000)), words("sim_count", "1"));
  if (settings_.text("seed", "0") == "time") {
    leave_out("seed", "seed = time: seeds are fixed here, so that a run can be repeated");
  } else {
    draft_.set("measure.seed", fmt::format("{}", natural("seed", 0, 0, 1U << 31U)), words("seed", "0"));
  }
  for (const std::string_view name : {"latency_thres", "warmup_thres", "acc_warmup_thres", "stopping_thres",
                                      "acc_stopping_thres", "include_queuing"}) {
    if (settings_.has(name))
      leave_out(name, fmt::format("{}: the window has a fixed length, and saturation is judged by what waits",
                                  words(name, "")));
    settings_.ignore(name);
  }
  if (settings_.text("sim_type", "latency") == "batch")
    wrong("sim_type", "sim_type = batch: write workload.loop: {type: shots} by hand");
  if (natural("use_read_write", 0, 0, 1) == 1)
    wrong("use_read_write",
          "use_read_write = 1: requests and replies are workload.loop: request-reply; write it by hand");
}

}  // namespace fsin::imports

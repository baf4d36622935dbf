// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/memory_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/host.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/footprint.hpp"
#include "fsin/engine/message/model.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/forecast/expected_traffic.hpp"
#include "fsin/profile/message_log.hpp"
#include "fsin/run/link_estimate.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::forecast {
namespace {

/// Memory of the program itself that a run touches beyond reading an experiment: its code, the result's text.
constexpr double code_of_run = 1U << 20U;
/// Memory that a thread touches of its stack and of an arena of malloc before it holds any of the parts counted here.
constexpr double thread_overhead = 128U << 10U;

std::string rounded_bytes(double bytes) { return bytes_text(static_cast<std::uint64_t>(std::max(bytes, 0.0))); }

std::string packets_text(const ExpectedTraffic& traffic, const engine::Design& design, bool has_ranks) {
  if (design.model) {
    return fmt::format("{} under way at once, and all that sends them",
                       counted(static_cast<std::uint64_t>(std::round(traffic.expected.transfers)),
                               traffic.expected.tasks > 0 ? "message" : "packet"));
  }
  const double packets = std::round(std::min(traffic.expected.packets, engine::most_packets(design)));
  const char* why = traffic.saturated ? "queues as full as a saturated network's"
                    : has_ranks       ? "all ranks sending"
                                      : "by load and latency";
  return fmt::format("{} under way at once: {}", grouped_text(static_cast<std::uint64_t>(packets)), why);
}

}  // namespace

MemoryEstimate estimate_memory(const run::Prepared& prepared, const RunShape& shape, const ProcessMemory& now) {
  const experiment::Experiment& experiment = prepared.experiment();
  const engine::Design& design = prepared.design;
  const sources::Demand demand = prepared.source->demand(experiment.measure.seed, shape.threads);
  ExpectedTraffic traffic = expected_traffic(experiment, design, demand, prepared.topology.get());
  traffic.expected.link_loads = shape.detail;
  engine::Footprint print = engine::footprint(design, shape.engine, traffic.expected, shape.threads);
  for (double* divided : {&print.routers, &print.packets, &print.events}) *divided /= shape.processes;
  const double runs = shape.runs;
  MemoryEstimate estimate;
  estimate.nodes = topology::extent_of(experiment.network.topology).nodes;
  const double base = static_cast<double>(now.resident) + code_of_run;
  const std::vector<sources::File> files = prepared.source->files();
  const bool reads_trace = std::any_of(files.begin(), files.end(), [](const auto& file) { return file.records > 0; });
  const char* threads = shape.threads > 1 ? ", one set for each thread" : "";
  estimate.parts = {
      {"program", base, reads_trace ? "with the trace as it was opened, measured" : "measured"},
      {"topology", shape.topologies * print.topology, "links and coordinates"},
      {"routers", runs * print.routers, "queues, ports, channels"},
      {design.model ? "model" : "packets", runs * print.packets, packets_text(traffic, design, experiment.has_ranks())},
      {"events", runs * print.events, fmt::format("and planned polls{}", threads)},
      {"books", runs * (print.books + (shape.threads - 1) * thread_overhead),
       fmt::format("counters and histograms{}", threads)},
      {experiment.has_ranks() ? "replay" : "sources", runs * demand.bytes,
       experiment.has_ranks() ? "ranks, readers, messages" : "synthetic load"}};
  if (design.model) {  // judging the model begins when its run has ended
    using profile::MessageLog;
    const double log_of_messages =
        engine::message::Amounts::grown(MessageLog::most_kept(traffic.messages)) * sizeof(MessageLog::Entry);
    const double judging =
        run::bytes_of_link_estimate(topology::extent_of(experiment.network.topology).port_numbers(), estimate.nodes,
                                    traffic.messages, traffic.expected.pairs, traffic.expected.route_links);
    estimate.parts.push_back({"judgement",
                              runs * (log_of_messages + std::max(0.0, judging - print.packets - demand.bytes)),
                              "messages kept, and the loads of links beside the model"});
  }
  if (print.routes > 0) {
    estimate.parts.insert(estimate.parts.begin() + 2, {"routes", runs * print.routes, "tables of the routing"});
    if (const unsigned changes = experiment.network.faults.most_reroutes_planned(); changes > 0) {
      MemoryPart& routes = estimate.parts[2];
      routes.bytes *= 1 + changes;
      routes.what += fmt::format(", at the start and after each of {}", counted(changes, "change"));
    }
  }
  for (const MemoryPart& part : estimate.parts) estimate.total += part.bytes;
  estimate.shared = base + shape.topologies * print.topology;
  const double full =
      design.model ? print.packets : engine::most_packets(design) * sizeof(engine::Packet) / shape.processes;
  estimate.at_most = estimate.total + runs * std::max(full - print.packets, 0.0);
  estimate.total = std::max(estimate.total, static_cast<double>(now.peak));  // opening the trace may have taken more
  estimate.at_most = std::max(estimate.at_most, estimate.total);
  return estimate;
}

std::string MemoryEstimate::table() const {
  std::string text = fmt::format("memory        {} at the peak", rounded_bytes(total));
  if (at_most > total) text += fmt::format(", {} if every queue were full", rounded_bytes(at_most));
  text += '\n';
  for (const MemoryPart& part : parts) {
    text += fmt::format("  {:<10} {:>11} {:>9.1f} B/node  {}\n", part.name, rounded_bytes(part.bytes),
                        part.bytes / nodes, part.what);
  }
  return text;
}

void check_fits(const MemoryEstimate& estimate, const RunShape& shape, const MemoryLimit& limit, const Mark& mark,
                Diagnostics& diagnostics) {
  const auto there_is = static_cast<double>(limit.bytes);
  if (limit.bytes == 0 || estimate.total <= there_is) return;
  const double each = (estimate.total - estimate.shared) / shape.runs;
  const double fit = std::floor((there_is - estimate.shared) / each);
  const std::string need = fmt::format("about {} and {}", rounded_bytes(estimate.total), limit.text());
  if (shape.runs > 1 && fit >= 1) {
    diagnostics.error(mark,
                      fmt::format("{} runs side by side need {}; write -j {}", shape.runs, need, std::floor(fit)));
    return;
  }
  const auto largest = std::max_element(estimate.parts.begin(), estimate.parts.end(),
                                        [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  std::string advice = "make the topology, virtual_channels or queue smaller";
  if (largest->name == "model" || largest->name == "replay") advice = "run fewer ranks";
  if (largest == estimate.parts.begin())
    advice = "make the trace a container (trgen convert), which is read piece by piece";
  if (shape.threads > 1) advice += ", or --threads";
  const std::string threads = shape.threads > 1 ? fmt::format(" in {} threads", shape.threads) : "";
  diagnostics.error(mark, fmt::format("a run on {:.0f} nodes{} needs {}, of which {} for {}; {}", estimate.nodes,
                                      threads, need, rounded_bytes(largest->bytes), largest->name, advice));
}

}  // namespace fsin::forecast

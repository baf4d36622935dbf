// SPDX-License-Identifier: Apache-2.0
// The functions that the page calls. Texts are JSON and belong to the Page, until the next call; arrays belong to its
// run, until the next one is opened.
#include <emscripten.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fsin/browser/live_run.hpp"
#include "fsin/report/page/drawing.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/stats/outcome.hpp"
#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/drawing/drawing.hpp"
#include "trgen/synth/patterns.hpp"

namespace {

using namespace fsin;
using Json = nlohmann::ordered_json;

}  // namespace

struct Page {
  std::unique_ptr<browser::LiveRun> run;
  std::string answer;

  const char* say(const Json& json) {
    answer = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return answer.c_str();
  }
};

namespace {

Json entries_json(const std::vector<config::Entry>& entries) {
  Json json = Json::array();
  for (const config::Entry& each : entries)
    json.push_back({{"name", each.name}, {"doc", each.doc}, {"cite", each.cite}});
  return json;
}

template <class Table>
Json names_json(const Table& table) {
  Json json = Json::array();
  for (const auto& row : table) json.push_back({{"name", row.name}, {"doc", row.doc}});
  return json;
}

Json settings_json(const browser::ReadSettings& read) {
  return {{"yaml", read.yaml}, {"mistakes", read.mistakes}, {"warnings", read.warnings}};
}

/// What the page says of an experiment in its tables and curves.
Json words_json(const browser::Settings& settings, const topology::Topology& topology) {
  const browser::NetworkSettings& network = settings.network;
  const trgen::synth::SyntheticParams& load = settings.load();
  return {{"name", settings.name},
          {"topology", fmt::format("{}, {} nodes", network.topology.name(), topology.graph.nodes())},
          {"routing", network.routing.name()},
          {"channels", network.router.virtual_channels},
          {"pattern", load.pattern.name()},
          {"load", load.has_load() ? Json(load.load) : Json()},
          {"seed", std::to_string(settings.measure.seed)},
          {"warmup", settings.measure.warmup.value}};
}

Json routings_json(const topology::AnyTopology& topology) {
  Json json = Json::array();
  for (const browser::RoutingChoice& each : browser::routings_on(topology)) {
    if (each.virtual_channels == 0) continue;
    json.push_back({{"name", each.name}, {"doc", each.doc}, {"channels", each.virtual_channels}});
  }
  return json;
}

/// Accepted load and latency over the time of the run, in so many bins that a curve of them can be read.
Json series_json(const browser::LiveRun& run) {
  constexpr std::size_t most_bins = 100;
  const stats::TimeSeries& series = run.totals().series;
  const std::vector<stats::TimeSeries::Bin> bins = series.up_to(run.now());
  const std::size_t joined = run.length() == never ? 1 : run.length() / series.length() / most_bins + 1;
  const auto cycles = static_cast<double>(series.length() * joined);
  const auto nodes = static_cast<double>(run.topology().graph.nodes());
  Json accepted = Json::array(), latency = Json::array();
  for (std::size_t first = 0; first < bins.size(); first += joined) {
    stats::TimeSeries::Bin bin;
    for (std::size_t i = first; i < std::min(first + joined, bins.size()); ++i) bin.add(bins[i]);
    accepted.push_back(static_cast<double>(bin.phits_delivered) / (cycles * nodes));
    latency.push_back(bin.packets_delivered == 0
                          ? Json()
                          : Json(static_cast<double>(bin.latency_sum) / static_cast<double>(bin.packets_delivered)));
  }
  return {{"bin", series.length() * joined}, {"accepted", accepted}, {"latency", latency}};
}

Json packets_json(const browser::LiveRun& run, const engine::reference::Occupancy& held) {
  Json json = Json::array();
  for (const engine::reference::Item& item : held.items()) {
    const engine::Packet& packet = run.world().packets[item.packet];
    json.push_back(
        {{"from", packet.source}, {"to", packet.destination}, {"here", item.in - item.out}, {"of", item.phits}});
  }
  return json;
}

/// The queues of a router that hold anything, and how many it has.
Json router_json(const browser::LiveRun& run, std::uint32_t number) {
  const engine::Rules& rules = run.rules();
  const engine::reference::Router& router = run.world().routers[number];
  Json queues = Json::array();
  unsigned empty = 0;
  for (unsigned q = 0; q < rules.queues; ++q) {
    const engine::reference::InputQueue& queue = router.queues[q];
    Json json{{"packets", packets_json(run, queue.held)}, {"moves", queue.leaving}};
    if (q < rules.transit_queues) {
      const topology::Link feeder = run.world().feeders[number * rules.ports + rules.port_of[q]];
      if (!feeder.exists()) continue;
      json["neighbour"] = feeder.router.value;
      json["channel"] = rules.vc_of[q];
      json["slots"] = rules.slots;
      json["used"] = queue.held.slots();
    } else {
      const std::size_t behind = router.injectors[q - rules.transit_queues].buffer.size();
      json["slots"] = rules.injection_slots;
      json["used"] = queue.held.packets() + behind;
      json["behind"] = behind;
    }
    if (queue.held.empty()) {
      ++empty;
    } else {
      queues.push_back(std::move(json));
    }
  }
  return {{"queues", queues}, {"empty", empty}};
}

Json figures_json(const stats::RunRecord& record) {
  Json json = Json::object();
  for (const stats::Metric& metric : stats::metrics()) {
    if (const auto value = metric.value(record))
      json[std::string(metric.name)] = {
          {"value", stats::as_double(*value)}, {"unit", metric.unit}, {"meaning", metric.meaning}};
  }
  return json;
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE Page* fsin_new() { return new Page; }

/// What there is to choose from, in words.
EMSCRIPTEN_KEEPALIVE const char* fsin_lists(Page* page) {
  return page->say({{"topologies", entries_json(topology::Topologies::entries())},
                    {"routings", entries_json(routing::Routings::entries())},
                    {"patterns", entries_json(trgen::synth::Patterns::entries())},
                    {"flow_controls", names_json(router::FlowControls::names)},
                    {"arbiters", names_json(router::Arbiters::names)}});
}

/// Reads and checks the text of an experiment; with the routings that work on their topology.
EMSCRIPTEN_KEEPALIVE const char* fsin_read(Page* page, const char* text) {
  const browser::ReadSettings read = browser::read_settings(text);
  Json json = settings_json(read);
  if (read.topology) json["routings"] = routings_json(*read.topology);
  return page->say(json);
}

/// Begins a run, and tells how its network is drawn. Without `drawing` where the text has mistakes.
EMSCRIPTEN_KEEPALIVE const char* fsin_open(Page* page, const char* text) {
  browser::ReadSettings read = browser::read_settings(text);
  page->run.reset();
  if (read.settings) {
    try {
      page->run = std::make_unique<browser::LiveRun>(*read.settings);
    } catch (const std::exception& error) {
      read.mistakes.emplace_back(error.what());
    }
  }
  Json json = settings_json(read);
  if (page->run) {
    const topology::Topology& topology = page->run->topology();
    json["words"] = words_json(*read.settings, topology);
    json["drawing"] = report::page::drawing_json(topology::draw(topology));
    json["nodes"] = topology.graph.nodes();
    json["routers"] = topology.graph.routers();
    json["length"] = page->run->length() == never ? Json() : Json(page->run->length());
  }
  return page->say(json);
}

/// 1: the run has ended.
EMSCRIPTEN_KEEPALIVE int fsin_advance(Page* page, unsigned cycles) {
  page->run->advance(cycles);
  return page->run->ended() ? 1 : 0;
}

/// See LiveRun for these; by link as in the lists of the drawing.
EMSCRIPTEN_KEEPALIVE const float* fsin_link_loads(Page* page) { return page->run->link_loads().data(); }
EMSCRIPTEN_KEEPALIVE const std::uint8_t* fsin_link_held(Page* page) { return page->run->link_held().data(); }
EMSCRIPTEN_KEEPALIVE const float* fsin_queue_fill(Page* page) { return page->run->queue_fill().data(); }
EMSCRIPTEN_KEEPALIVE const float* fsin_injection_fill(Page* page) { return page->run->injection_fill().data(); }

EMSCRIPTEN_KEEPALIVE const char* fsin_state(Page* page) {
  const browser::LiveRun& run = *page->run;
  const stats::RunTotals& totals = run.totals();
  return page->say({{"cycle", run.now()},
                    {"in_network", totals.total_packets_injected - totals.total_packets_delivered},
                    {"delivered", totals.total_packets_delivered},
                    {"at_sources", run.waiting_at_sources()},
                    {"series", series_json(run)}});
}

EMSCRIPTEN_KEEPALIVE const char* fsin_router(Page* page, unsigned router) {
  return page->say(router_json(*page->run, router));
}

/// Of a run that has ended.
EMSCRIPTEN_KEEPALIVE const char* fsin_result(Page* page) {
  const stats::RunRecord& record = page->run->result();
  return page->say({{"outcome", stats::to_string(record.totals.outcome)},
                    {"fingerprint", fmt::format("{:016x}", record.totals.fingerprint)},
                    {"load", stats::to_string(record.load)},
                    {"load_reason", stats::reason_of(record.load)},
                    {"diagnosis", record.totals.diagnosis},
                    {"figures", figures_json(record)}});
}

}  // extern "C"

// SPDX-License-Identifier: Apache-2.0
#include "trgen/jobs/background.hpp"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "fsin/config/entry.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/workload/with_background.hpp"

namespace trgen::jobs {

using fsin::workload::NetworkFacts;

std::optional<Background> Background::open(const fsin::config::YamlText& text, const NetworkFacts& facts, bool packets,
                                           fsin::Diagnostics& diagnostics, const fsin::Mark& mark) {
  fsin::Diagnostics found;
  BackgroundEntry entry;
  fsin::config::read_entry(text, mark, entry, found);
  const auto here = [&mark](std::string_view) { return mark; };
  if (found.error_count() == 0 && !packets)
    found.error(mark,
                "this model of the network carries whole messages, beside which no packets can be sent; use "
                "network.model: routers, or leave the background out");
  if (found.error_count() == 0 && !entry.loop.is<synth::OpenLoop>())
    found.error(mark, fmt::format("a background has a load of its own, and loop {} has none; use loop: open",
                                  entry.loop.name()));
  if (found.error_count() == 0 && entry.model == JobModel::flow && !entry.is_memoryless())
    found.error(mark,
                "model: flow loads links evenly, as single packets of one pattern and one load do; leave out parts, "
                "phases, sizes and bursty arrivals, or take model: network");
  if (found.error_count() == 0) synth::check_synthetic(entry, facts, false, found, here);
  fsin::config::pass_on(found, mark, "background: ", diagnostics);
  if (found.error_count() != 0) return std::nullopt;
  return Background(std::move(entry));
}

std::unique_ptr<fsin::workload::Workload> Background::beside(std::unique_ptr<fsin::workload::Workload> jobs,
                                                             const NetworkFacts& facts, std::uint64_t seed) const {
  if (by_flow()) return jobs;
  std::vector<std::uint8_t> sends(facts.nodes, 1);
  for (std::uint32_t node = 0; entry_.nodes == BackgroundNodes::idle && node < facts.nodes; ++node)
    sends[node] = jobs->first_poll(fsin::NodeId(node)) == fsin::never ? 1 : 0;
  return fsin::workload::with_background(std::move(jobs), synth::make_synthetic(entry_, facts, seed), std::move(sends));
}

std::string Background::text() const {
  return fmt::format("{} nodes, {} phits/node/cycle, pattern {}{}", name_of(background_nodes_names, entry_.nodes),
                     fsin::number_text(entry_.load), entry_.pattern.name(), by_flow() ? ", by flow" : "");
}

}  // namespace trgen::jobs

// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/model_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/config/dump.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/topology/geometry.hpp"

namespace fsin::study {
namespace {

/// The least n with 4^n >= bytes.
unsigned size_class(std::uint64_t bytes) {
  unsigned power = 0;
  while (power < 31 && (std::uint64_t{1} << 2 * power) < bytes) ++power;
  return power;
}

std::string size_name(unsigned power) {
  const std::string upto = bytes_text(std::uint64_t{1} << 2 * power);
  return power == 0 ? "up to 1 B" : fmt::format("{} B to {}", (std::uint64_t{1} << 2 * (power - 1)) + 1, upto);
}

std::string tree_text(const config::Tree& tree) {
  if (tree.is_scalar()) return tree.text;
  std::string text;
  for (const config::Tree& item : tree.items) {
    if (!text.empty()) text += ", ";
    text += (item.key.empty() ? "" : item.key + ": ") + tree_text(item);
  }
  return tree.is_list() ? "[" + text + "]" : "{" + text + "}";
}

}  // namespace

std::string model_text(const experiment::Experiment& experiment) {
  return tree_text(*config::to_tree(experiment).at("network.model"));
}

void ModelRows::add(std::size_t model, const experiment::Experiment& experiment, const result::RunResult& run) {
  add_messages(model, experiment, run);
  if (!run.profile) return;
  for (const profile::CallProfile::Row& row : run.profile->calls.rows()) {
    const auto& names = run.profile->calls.names();
    const std::string name = row.call < names.size() ? names[row.call].text() : "outside calls";
    Sums& sums = phases_.try_emplace(name, models_).first->second;
    sums[model].cycles += row.mean;
    sums[model].messages += row.messages;
  }
}

void ModelRows::add_messages(std::size_t model, const experiment::Experiment& experiment,
                             const result::RunResult& run) {
  if (!run.messages) return;
  const auto geometry = topology::geometry_of(experiment.network.topology);
  const std::vector<workload::RankAccount>& ranks = run.record.totals.ranks;
  for (const profile::MessageLog::Entry& each : run.messages->entries()) {
    const NodeId from = ranks.empty() ? NodeId(each.source) : ranks[each.source].node;
    const NodeId to = ranks.empty() ? NodeId(each.destination) : ranks[each.destination].node;
    if (from == to) continue;
    const auto cycles = static_cast<double>(each.delivered - each.sent);
    for (Sums* sums : {&sizes_.try_emplace(size_class(each.bytes), models_).first->second,
                       &distances_.try_emplace(geometry->distance(from, to), models_).first->second}) {
      ++(*sums)[model].messages;
      (*sums)[model].cycles += cycles;
    }
  }
}

void ModelRows::finish(ModelComparison& comparison) const {
  const auto row_of = [](std::string name, const Sums& sums, bool means) {
    ModelRow row{std::move(name), sums[0].messages, {}};
    for (const Sum& sum : sums) {
      const double parts = means ? static_cast<double>(std::max<std::uint64_t>(sum.messages, 1)) : 1;
      row.values.push_back(sum.cycles / parts);
    }
    return row;
  };
  for (const auto& [power, sums] : sizes_) comparison.sizes.push_back(row_of(size_name(power), sums, true));
  for (const auto& [links, sums] : distances_)
    comparison.distances.push_back(row_of(counted(links, "link"), sums, true));
  for (const auto& [name, sums] : phases_) comparison.phases.push_back(row_of(name, sums, false));
  std::stable_sort(comparison.phases.begin(), comparison.phases.end(),
                   [](const ModelRow& a, const ModelRow& b) { return a.values[0] > b.values[0]; });
}

}  // namespace fsin::study

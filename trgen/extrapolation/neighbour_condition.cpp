// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/neighbour_condition.hpp"

#include <bit>

namespace trgen::extrapolation {
namespace {

const Joint* first_message(const Joint& statement) {
  if (statement.is.part == Part::message) return &statement;
  for (const Joint& each : statement.body) {
    if (const Joint* const found = first_message(each)) return found;
  }
  return nullptr;
}

/// True where the ends along a side count, along which the neighbour is.
bool across(const Partition& by) {
  for (unsigned d = 0; d < by.step.size(); ++d) {
    if (by.step[d] != 0 && (by.along >> d & 1U) != 0) return true;
  }
  return false;
}

/// Ranks without the neighbour execute nothing; those with it do or do not, as their class.
std::optional<ValueModel> told_by(const Partition& by, const std::vector<Sample>& samples) {
  ValueModel made{.partition = by, .laws = {}};
  for (const Sample& each : samples) {
    const auto number = by.of(each.at);
    if (!number || (*number % 2 == 0 && each.value != 0)) return std::nullopt;
    const auto [found, fresh] = made.laws.try_emplace(*number, Law{.a = each.value, .variable = {}});
    if (!fresh && found->second.a != each.value) return std::nullopt;
  }
  return made;
}

/// True where the model has a law for each rank of a run.
bool covers(const ValueModel& model, const Run& run) {
  if (!model.partition.by_rank()) return true;
  for (std::uint32_t rank = 0; rank < run.ranks(); ++rank) {
    const auto number = model.partition.of({&run, rank});
    if (!number || !model.laws.contains(*number)) return false;
  }
  return true;
}

}  // namespace

std::optional<ValueModel> by_neighbour(const std::optional<ValueModel>& found, const std::vector<Sample>& samples,
                                       const Joint& statement, const PartnerForms& forms, const FormSet& admitted,
                                       const Run& target) {
  if (found && covers(*found, target)) return std::nullopt;
  const Joint* const message = first_message(statement);
  for (unsigned sides = 0; sides < 3; ++sides) {
    for (std::size_t form = 0; form < forms.size(); ++form) {
      if (!admitted.test(form) || (message != nullptr && !message->partners.test(form))) continue;
      std::optional<Partition> by = forms.having(form);
      if (!by) continue;
      for (by->along = 0; by->along < 8; ++by->along) {
        if (std::popcount(by->along) != static_cast<int>(sides) || across(*by)) continue;
        const auto made = told_by(*by, samples);
        if (made && covers(*made, target)) return made;
      }
    }
  }
  return std::nullopt;
}

}  // namespace trgen::extrapolation

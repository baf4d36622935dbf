// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/choice_params.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/choice.hpp"

namespace trgen::programs::collectives {
namespace {

std::vector<std::string_view> names_for(Kind kind) {
  std::vector<std::string_view> names;
  for (const Entry& each : algorithms()) {
    if (each.serves(kind)) names.push_back(each.name);
  }
  return names;
}

/// The error for a name that no algorithm of this kind has.
std::string unknown_name(Kind kind, const std::string& name) {
  const auto valid = names_for(kind);
  std::vector<std::string_view> others;
  for (const Entry& each : algorithms()) {
    if (each.name == name) {
      for (const Kind served : each.kinds) others.push_back(name_of(served));
    }
  }
  if (!others.empty()) {
    return fmt::format("{} is an algorithm of {}, not of {}; algorithms of {}: {}", fsin::in_quotes(name),
                       fmt::join(others, ", "), name_of(kind), name_of(kind), fmt::join(valid, ", "));
  }
  return fmt::format("{} has no algorithm {}{}", name_of(kind), fsin::in_quotes(name),
                     fsin::suggestion(name, valid, fmt::format("algorithms of {}", name_of(kind))));
}

void set_algorithms(const AlgorithmParams& params, Choice& choice, fsin::Diagnostics& diagnostics,
                    const KeyMark& mark_of) {
  for (std::size_t number = 0; number < kinds; ++number) {
    const auto& name = params.algorithms[number];
    if (!name) continue;
    const auto kind = static_cast<Kind>(number);
    const Entry* entry = find_algorithm(kind, *name);
    if (entry == nullptr) {
      diagnostics.error(mark_of(operation_keys[number].key), unknown_name(kind, *name));
    } else {
      choice.set(kind, *entry);
    }
  }
}

void set_tuning(const AlgorithmParams& params, Choice& choice, fsin::Diagnostics& diagnostics, const KeyMark& mark_of) {
  Tuning tuning;
  if (params.segment) tuning.segment = params.segment->value;
  tuning.radix = params.radix.value_or(tuning.radix);
  tuning.chains = params.chains.value_or(tuning.chains);
  tuning.batch = params.batch.value_or(tuning.batch);
  if (params.torus) std::copy(params.torus->begin(), params.torus->end(), tuning.torus.begin());
  choice.set_tuning(tuning);
  const bool any =
      std::any_of(params.algorithms.begin(), params.algorithms.end(), [](const auto& name) { return name; });
  const auto needs = [&](std::string_view key, bool is_set) {
    if (!is_set || any) return;
    diagnostics.error(mark_of(key), fmt::format("{} has no effect, since it is for algorithms that are set here; set "
                                                "the algorithm of an operation, e.g. allreduce: ring, or remove it",
                                                key));
  };
  needs("segment", params.segment.has_value());
  needs("radix", params.radix.has_value());
  needs("chains", params.chains.has_value());
  needs("batch", params.batch.has_value());
  needs("torus", params.torus.has_value());
}

std::optional<Choice> choice_with(Library library, const AlgorithmParams& params, fsin::Diagnostics& diagnostics,
                                  const KeyMark& mark_of) {
  const std::size_t before = diagnostics.error_count();
  Choice choice(library);
  set_algorithms(params, choice, diagnostics, mark_of);
  set_tuning(params, choice, diagnostics, mark_of);
  if (diagnostics.error_count() != before) return std::nullopt;
  return choice;
}

}  // namespace

bool AlgorithmParams::any() const {
  return segment || radix || chains || batch || torus ||
         std::any_of(algorithms.begin(), algorithms.end(), [](const auto& name) { return name.has_value(); });
}

std::string AlgorithmParams::text() const {
  std::string out;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (algorithms[kind]) out += fmt::format(",{}={}", operation_keys[kind].key, *algorithms[kind]);
  }
  if (segment) out += fmt::format(",segment={}", segment->value);
  if (radix) out += fmt::format(",radix={}", *radix);
  if (chains) out += fmt::format(",chains={}", *chains);
  if (batch) out += fmt::format(",batch={}", *batch);
  if (torus) out += fmt::format(",torus={}", fmt::join(*torus, "x"));
  return out;
}

std::optional<Choice> choice_of(const ChoiceParams& params, fsin::Diagnostics& diagnostics, const KeyMark& mark_of) {
  auto choice = choice_with(params.library, params, diagnostics, mark_of);
  if (choice && params.reduce_rate) choice->set_reduce_rate(static_cast<double>(params.reduce_rate->value) / 8);
  return choice;
}

std::optional<Choice> choice_of(const ExpansionParams& params, fsin::Diagnostics& diagnostics, const KeyMark& mark_of) {
  if (params.library) return choice_with(*params.library, params, diagnostics, mark_of);
  if (params.any()) {
    diagnostics.error(mark_of("library"),
                      "collectives are expanded only if a library is named, which chooses where nothing is set; add "
                      "library: mpich or library: openmpi");
  }
  return std::nullopt;
}

}  // namespace trgen::programs::collectives

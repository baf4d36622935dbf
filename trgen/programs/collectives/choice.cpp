// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/choice.hpp"

#include <fmt/format.h>

#include "trgen/programs/collectives/select.hpp"

namespace trgen::programs::collectives {

namespace {

const Entry& tuned_by_library(Call& call) {
  call.tuning = {};
  const Entry& chosen = select(call);
  call.tuning = tuning_of(chosen, call);
  return chosen;
}

}  // namespace

Chosen Choice::choose(Call& call) const {
  call.library = library_;
  complete(call);
  const Entry* wanted = set_[static_cast<std::size_t>(call.kind)];
  if (wanted == nullptr) return {&tuned_by_library(call), false};
  call.tuning = tuning_;
  if (is_empty(call) || wanted->misfit(call).empty()) return {wanted, false};
  return {&tuned_by_library(call), true};
}

std::string Choice::describe() const {
  std::string out = fmt::format("{}", name_of(library_));
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (set_[kind] != nullptr) out += fmt::format(", {}: {}", kind_names[kind], set_[kind]->name);
  }
  if (tuning_ != Tuning{}) {
    out += fmt::format(", segment {}, radix {}, chains {}, batch {}, torus {}", tuning_.segment, tuning_.radix,
                       tuning_.chains, tuning_.batch, fmt::join(tuning_.torus, "x"));
  }
  if (reduce_ns_per_byte_ != 0) out += fmt::format(", {} ns to reduce a byte", reduce_ns_per_byte_);
  return out;
}

}  // namespace trgen::programs::collectives

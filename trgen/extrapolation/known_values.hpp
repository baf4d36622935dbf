// SPDX-License-Identifier: Apache-2.0
// What a model gives on a set of ranks and a rung, found once: the conditions and sizes of an exchange stand in several
// places of a program, those of its sends again in its receives.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

#include "trgen/extrapolation/evaluation.hpp"

namespace trgen::extrapolation {

template <class Result>
class KnownValues {
 public:
  explicit KnownValues(const Evaluation& at) : at_(at) {}

  /// The result for a model on the ranks of the set with this number; `make` is called where there is none yet. It
  /// stays where it is.
  template <class Make>
  const Result& of(const ValueModel& model, std::uint32_t set, Make make) {
    for (const Known& each : known_) {
      if (each.set == set && each.rung == at_.rung() && each.model == model) return each.result;
    }
    Result made = make();
    known_.push_back({model, set, at_.rung(), std::move(made)});
    return known_.back().result;
  }

 private:
  struct Known {
    ValueModel model;
    std::uint32_t set = 0;
    Evaluation::Rung rung;
    Result result;
  };
  const Evaluation& at_;
  std::deque<Known> known_;
};

}  // namespace trgen::extrapolation

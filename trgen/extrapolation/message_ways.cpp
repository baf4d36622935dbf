// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/message_ways.hpp"

#include <algorithm>
#include <optional>

namespace trgen::extrapolation {
namespace {

/// A message along one dimension.
struct Along {
  const Joint* message = nullptr;
  FormSet up, down;

  bool is_decided() const { return up.none() || down.none(); }
};

class Finder {
 public:
  Finder(const PartnerForms& forms, const FormSet& partners) : forms_(forms), partners_(partners) {}

  void look(const std::vector<Joint>& joints) {
    std::array<std::vector<Along>, 3> found;
    for (const Joint& each : joints) collect(each, found);
    for (unsigned d = 0; d < found.size(); ++d) {
      if (std::all_of(found[d].begin(), found[d].end(), [](const Along& each) { return each.is_decided(); })) continue;
      const auto model = std::find_if(found.begin(), found.end(), [&](const auto& other) {
        return std::equal(
            other.begin(), other.end(), found[d].begin(), found[d].end(),
            [](const Along& a, const Along& b) { return a.is_decided() && a.message->is.way == b.message->is.way; });
      });
      if (model == found.end()) continue;
      for (std::size_t i = 0; i < found[d].size(); ++i)
        made.forms.emplace(found[d][i].message, (*model)[i].up.any() ? found[d][i].up : found[d][i].down);
      made.guessed[d] = true;
    }
    for (const Joint& each : joints) {
      if (each.is.part == Part::loop || each.is.part == Part::levels) look(each.body);
    }
  }

  MessageWays made;

 private:
  /// The messages of calls; loops have sequences of their own.
  void collect(const Joint& at, std::array<std::vector<Along>, 3>& found) const {
    if (at.is.part == Part::message) {
      Along along{.message = &at, .up = {}, .down = {}};
      std::optional<unsigned> dimension;
      const FormSet possible = at.partners & partners_;
      for (std::size_t form = 0; form < forms_.size(); ++form) {
        if (!possible.test(form)) continue;
        const auto& step = forms_.step(form);
        for (unsigned d = 0; d < step.size(); ++d) {
          if (step[d] == 0) continue;
          if (dimension && *dimension != d) return;
          dimension = d;
          (step[d] > 0 ? along.up : along.down).set(form);
        }
      }
      if (dimension) found[*dimension].push_back(std::move(along));
    }
    if (at.is.part != Part::call) return;
    for (const Joint& each : at.body) collect(each, found);
  }

  const PartnerForms& forms_;
  const FormSet& partners_;
};

}  // namespace

MessageWays ways_of(const std::vector<Joint>& joints, const PartnerForms& forms, const FormSet& partners) {
  Finder finder(forms, partners);
  finder.look(joints);
  return std::move(finder.made);
}

}  // namespace trgen::extrapolation

// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/level_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "trgen/extrapolation/law_fitters.hpp"

namespace trgen::extrapolation {
namespace {

/// A law is checked by an input more than it has parameters, also where others need not be.
constexpr unsigned spare = 1;
constexpr std::size_t alternatives_of_faces = 8;
constexpr int most_symmetric_ghosts = 2;

std::size_t runs_of(const Joint& message) {
  std::set<std::uint32_t> runs;
  for (const Seen& each : message.seen) runs.insert(each.run);
  return runs.size();
}

/// Along the only dimension that counts, up or down; 0 where there is none.
int sign_of(const std::array<std::int8_t, 3>& step) { return step[0] + step[1] + step[2]; }

/// The law of a face across a step, with as many ghosts along all other dimensions.
FaceLaw symmetric(const Levels& levels, const std::array<std::int8_t, 3>& step, int ghosts, double slope) {
  FaceLaw law{.levels = levels, .side = 0, .ghosts = {ghosts, ghosts, ghosts}, .slope = slope};
  for (std::size_t d = 0; d < step.size(); ++d) {
    if (step[d] != 0) law.ghosts[d] = -1;
  }
  return law;
}

}  // namespace

LevelFit::LevelFit(const Joint& ladder, const std::vector<Run>& runs, const PartnerForms& forms,
                   const FormSet& partners, const MessageWays& ways, const Fit& fit)
    : ladder_(ladder), runs_(runs), forms_(forms), partners_(partners), ways_(ways), fit_(fit) {
  for (const Joint& each : ladder.body) collect(each);
  for (const Levels& each : fit.all_levels()) {
    if (!explained_by(each)) continue;
    levels_ = each;
    break;
  }
}

std::vector<Sample> LevelFit::bytes_of(const Joint& message) const {
  std::vector<Sample> made;
  for (const Seen& each : message.seen) {
    const Sizes& sizes = each.node->bytes;
    if (!sizes.series.is_constant()) return {};
    made.push_back({each.place(runs_), sizes.series.first()});
  }
  return made;
}

void LevelFit::collect(const Joint& at) {
  for (const Joint& each : at.body) collect(each);
  if (at.is.part == Part::message) messages_.push_back({&at, bytes_of(at), runs_of(at)});
}

/// By all messages that enough inputs have.
bool LevelFit::explained_by(const Levels& levels) const {
  bool any = false;
  for (const Message& each : messages_) {
    if (each.bytes.empty()) return false;
    if (each.runs < 2 + spare) continue;
    any = true;
    if (fit_.faces(each.bytes, levels, spare, 1).empty()) return false;
  }
  return any;
}

const LevelFit::Message* LevelFit::find(const Joint& message) const {
  const auto found =
      std::find_if(messages_.begin(), messages_.end(), [&](const Message& each) { return each.joint == &message; });
  return found == messages_.end() ? nullptr : &*found;
}

FormSet LevelFit::partners(const Joint& message) const {
  if (!levels_) return {};
  const auto way = ways_.forms.find(&message);
  const FormSet possible = message.partners & partners_ & forms_.on_levels(*levels_);
  return way == ways_.forms.end() ? possible : possible & way->second;
}

std::array<std::int8_t, 3> LevelFit::step(const Joint& message) const {
  const FormSet forms = partners(message);
  return forms.any() ? forms_.step(simplest(forms)) : std::array<std::int8_t, 3>{};
}

/// True if a law along another dimension gives a message too, or half of it: of two planes where that has one.
/// `same_way`: it goes up, or down, as well.
bool LevelFit::confirms(const Message& message, FaceLaw law, bool same_way) const {
  if (same_way && agrees(law, message.bytes)) return true;
  law.slope /= 2;
  return message.runs >= 2 + spare && agrees(law, message.bytes);
}

std::optional<FaceLaw> LevelFit::by_symmetry(const Message& message) const {
  const auto own = step(*message.joint);
  if (sign_of(own) == 0) return std::nullopt;
  for (int ghosts = 0; ghosts <= most_symmetric_ghosts; ++ghosts) {
    const auto size = symmetric(*levels_, own, ghosts, 1).at(message.bytes.front().at);
    if (!size || *size == 0 || message.bytes.front().value % *size != 0) continue;
    const auto slope = static_cast<double>(message.bytes.front().value / *size);
    if (!agrees(symmetric(*levels_, own, ghosts, slope), message.bytes)) continue;
    std::set<const Run*> runs;
    for (const Message& each : messages_) {
      const auto other = step(*each.joint);
      if (sign_of(other) != 0 &&
          confirms(each, symmetric(*levels_, other, ghosts, slope), sign_of(other) == sign_of(own))) {
        for (const Sample& sample : each.bytes) runs.insert(sample.at.run);
      }
    }
    if (runs.size() >= 2 + spare) return symmetric(*levels_, own, ghosts, slope);
  }
  return std::nullopt;
}

std::optional<ValueModel> LevelFit::bytes(const Joint& message, std::string& doubt) const {
  const Message* const own = find(message);
  if (!levels_ || own == nullptr || own->bytes.empty()) return std::nullopt;
  std::vector<Law> laws = fit_.faces(own->bytes, *levels_, spare, alternatives_of_faces);
  const auto across = step(message);
  std::erase_if(laws, [&](const Law& law) {  // what is sent along a dimension does not depend on the points along it
    for (unsigned d = 0; d < 3; ++d) {
      if (across[d] != 0 && law.faces.ghosts[d] >= 0) return true;
    }
    return false;
  });
  if (laws.empty()) {
    const auto symmetric_law = by_symmetry(*own);
    if (!symmetric_law) return std::nullopt;
    laws.push_back({.kind = Law::Kind::faces, .variable = {}, .share = {}, .cells = {}, .faces = *symmetric_law});
  }
  ValueModel made;
  made.laws.emplace(0U, laws.front());
  doubt = fit_.differ(laws, own->bytes.front().at.rungs);
  return made;
}

std::optional<ValueModel> LevelFit::bytes_beside(const Joint& message, const std::array<std::int8_t, 3>& way) const {
  const std::vector<Sample> samples = bytes_of(message);
  if (!levels_ || sign_of(way) == 0 || samples.empty()) return std::nullopt;
  for (const Message& each : messages_) {
    if (each.joint->is.way != message.is.way || step(*each.joint) != way || each.runs < 2 + spare) continue;
    for (const Law& law : fit_.faces(each.bytes, *levels_, spare, alternatives_of_faces)) {
      for (std::uint32_t rung = 0; rung <= each.bytes.front().at.rungs; ++rung) {
        Law own = law;
        own.faces.side = std::uint64_t{1} << (levels_->coarsest + rung);
        if (!agrees(own.faces, samples)) continue;
        ValueModel made;
        made.laws.emplace(0U, std::move(own));
        return made;
      }
    }
  }
  return std::nullopt;
}

bool LevelFit::others_have(const Joint& message, const std::function<bool(const RankNode&)>& such) const {
  const auto own = step(message);
  return sign_of(own) != 0 && std::any_of(messages_.begin(), messages_.end(), [&](const Message& each) {
           return each.joint != &message && each.joint->is.way == message.is.way && step(*each.joint) == own &&
                  each.runs >= 1 + spare &&
                  std::all_of(each.joint->seen.begin(), each.joint->seen.end(),
                              [&](const Seen& at) { return such(*at.node); });
         });
}

}  // namespace trgen::extrapolation

// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/gather.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace trgen::structure {
namespace {

constexpr std::size_t index_of(Followed field) { return static_cast<std::size_t>(field); }

/// The next rank of one field of an event.
void add_rank(OverRanks& to, const EventRuns& event, std::size_t field) {
  if (!event.varied) return to.add({}, {&event.values[field], 1});
  const SeriesBuilder& values = (*event.varied)[field];
  if (values.listed()) return to.list();
  const Series series = values.series();
  std::vector<std::int64_t> numbers{series.first};
  numbers.insert(numbers.end(), series.steps.begin(), series.steps.end());
  to.add(series.shape, numbers);
}

constexpr std::array other_fields{std::pair{FieldName::gap, Followed::gap}, std::pair{FieldName::tag, Followed::tag},
                                  std::pair{FieldName::communicator, Followed::communicator},
                                  std::pair{FieldName::bytes, Followed::bytes},
                                  std::pair{FieldName::extra, Followed::extra}};

}  // namespace

Gather::Class& Gather::class_of(const RankTree& tree) {
  std::vector<std::uint32_t> codes;
  for (const EventRuns& event : tree.events) codes.push_back(event.code);
  std::uint64_t hash = tree.shape.size();
  for (const Step& step : tree.shape) hash = fsin::hash_of(hash, step.count, step.size);
  for (const std::uint32_t code : codes) hash = fsin::hash_of(hash, code);
  std::vector<std::uint32_t>& same = by_hash_[hash];
  const auto found = std::find_if(same.begin(), same.end(), [&](std::uint32_t each) {
    return classes_[each].shape == tree.shape && classes_[each].codes == codes;
  });
  if (found == same.end()) {
    same.push_back(static_cast<std::uint32_t>(classes_.size()));
    Class& made = classes_.emplace_back();
    made.shape = tree.shape;
    made.events.resize(codes.size());
    for (std::size_t event = 0; event < codes.size(); ++event) {
      for (std::size_t i = 0; i < forms_.size() && record::is_message(kind_of(codes[event])); ++i) {
        if (!forms_[i]) made.events[event][index_of(followed_forms[i])].list();
      }
    }
    made.codes = std::move(codes);
    class_of_rank_.push_back(same.back());
    return made;
  }
  class_of_rank_.push_back(*found);
  return classes_[*found];
}

void Gather::add_values(Class& to, const RankTree& tree) {
  for (std::size_t i = 0; i < tree.events.size(); ++i) {
    for (std::size_t field = 0; field < followed_fields; ++field) add_rank(to.events[i][field], tree.events[i], field);
  }
}

void Gather::add(const RankTree& tree) {
  const std::size_t rank = class_of_rank_.size();
  Class& at = class_of(tree);
  at.members.add(static_cast<std::int64_t>(rank), static_cast<std::size_t>(-1));
  ++at.size;
  at.last = static_cast<std::uint32_t>(rank);
  add_values(at, tree);
}

void Gather::add_like(std::uint32_t as, const RankTree& tree) {
  Class& at = classes_[class_of_rank_[as]];
  at.members.add(static_cast<std::int64_t>(class_of_rank_.size()), static_cast<std::size_t>(-1));
  ++at.size;
  class_of_rank_.push_back(class_of_rank_[as]);
  if (std::exchange(at.last, as) != as) return add_values(at, tree);
  for (EventFields& fields : at.events) {
    for (OverRanks& field : fields) field.again();
  }
}

RankSet Gather::set_of(const std::vector<std::uint32_t>& classes) const {
  if (classes.size() == 1) return {classes_[classes.front()].size, classes_[classes.front()].members.series()};
  SeriesBuilder members;
  RankSet made;
  for (std::size_t rank = 0; rank < class_of_rank_.size(); ++rank) {
    if (!std::binary_search(classes.begin(), classes.end(), class_of_rank_[rank])) continue;
    members.add(static_cast<std::int64_t>(rank), static_cast<std::size_t>(-1));
    ++made.size;
  }
  made.members = members.series();
  return made;
}

std::uint32_t Gather::set_number(const std::vector<std::uint32_t>& classes, Structure& made) {
  const auto found =
      std::find_if(set_numbers_.begin(), set_numbers_.end(), [&](const auto& each) { return each.first == classes; });
  if (found != set_numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(made.sets.size());
  made.sets.push_back(set_of(classes));
  set_numbers_.emplace_back(classes, number);
  return number;
}

namespace {

/// A field of an event that several classes have: their ranks are put into one order.
class Mixer {
 public:
  explicit Mixer(const std::vector<std::uint32_t>& class_of_rank) : class_of_rank_(class_of_rank) {}

  Field mix(const std::vector<std::pair<std::uint32_t, const OverRanks*>>& parts) const {
    OverRanks made;
    std::vector<Field> fields;
    for (const auto& [of_class, part] : parts) {
      if (part->listed()) return part->field();
      fields.push_back(part->field());
    }
    std::vector<FieldWalk> walks;
    for (const Field& field : fields) walks.emplace_back(field);
    for (const std::uint32_t of_class : class_of_rank_) {
      const auto found =
          std::find_if(parts.begin(), parts.end(), [&](const auto& each) { return each.first == of_class; });
      if (found == parts.end()) continue;
      const auto part = static_cast<std::size_t>(found - parts.begin());
      walks[part].next();
      made.add(fields[part].alternatives[walks[part].alternative()].shape, walks[part].numbers());
    }
    return made.field();
  }

 private:
  const std::vector<std::uint32_t>& class_of_rank_;
};

}  // namespace

Event Gather::event_of(const OverlayNode& node) const {
  Event made{.kind = kind_of(node.code),
             .any_source = (node.code & 4U) != 0,
             .any_tag = (node.code & 8U) != 0,
             .collective = (node.code & 16U) != 0,
             .state = static_cast<std::uint16_t>(node.code >> 8U),
             .fields = {}};
  const auto whole = [&](Followed followed) {
    if (node.sources.size() == 1) {
      return classes_[node.sources.front().of_class].events[node.sources.front().element][index_of(followed)].field();
    }
    std::vector<std::pair<std::uint32_t, const OverRanks*>> parts;
    for (const auto& each : node.sources)
      parts.emplace_back(each.of_class, &classes_[each.of_class].events[each.element][index_of(followed)]);
    return Mixer(class_of_rank_).mix(parts);
  };
  for (const auto& [name, followed] : other_fields) {
    if (has_field(made, name)) made.field(name) = whole(followed);
  }
  if (!has_field(made, FieldName::peer)) return made;
  Field& peer = made.field(FieldName::peer);
  peer.listed = true;
  for (std::size_t i = 0; i < peer_forms.size(); ++i) {
    if (!record::is_message(made.kind) && peer_forms[i] != PeerForm::absolute) continue;
    Field peers = whole(followed_forms[i]);
    if (cost(peers) >= cost(peer)) continue;
    made.form = peer_forms[i];
    peer = std::move(peers);
  }
  return made;
}

std::vector<Gather::Leaf> Gather::leaves_of(const OverlayNode& node) const {
  std::vector<Leaf> whole{{node.classes, event_of(node)}};
  std::array<bool, field_names> mixed{};  // fields that are listed
  for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] = whole.front().event.fields[i].listed;
  if (node.sources.size() == 1 || std::none_of(mixed.begin(), mixed.end(), [](bool each) { return each; }))
    return whole;
  std::vector<Leaf> parts;
  for (const auto& source : node.sources) {
    OverlayNode part = node;
    part.classes = {source.of_class};
    part.sources = {source};
    parts.push_back({part.classes, event_of(part)});
    for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] = mixed[i] && !parts.back().event.fields[i].listed;
  }
  return std::any_of(mixed.begin(), mixed.end(), [](bool each) { return each; }) ? parts : whole;
}

void Gather::emit(const std::vector<OverlayNode>& nodes, Structure& made) {
  for (const OverlayNode& node : nodes) {
    if (node.count == 0) {
      for (Leaf& leaf : leaves_of(node)) {
        made.nodes.push_back({.step = {0, 0}, .set = set_number(leaf.classes, made)});
        made.events.push_back(std::move(leaf.event));
      }
      continue;
    }
    const std::size_t at = made.nodes.size();
    made.nodes.push_back({.step = {node.count, 0}, .set = set_number(node.classes, made)});
    emit(node.body, made);
    made.nodes[at].step.size = static_cast<std::uint32_t>(made.nodes.size() - at - 1);
  }
}

Structure Gather::finish() {
  Structure made;
  made.ranks = static_cast<std::uint32_t>(class_of_rank_.size());
  std::vector<OverlayNode> tree;
  std::vector<std::uint32_t> all(classes_.size());
  std::iota(all.begin(), all.end(), 0U);
  set_number(all, made);
  for (const std::uint32_t each : all) lay_over(tree, overlay_of(classes_[each].shape, classes_[each].codes, each));
  emit(tree, made);
  return made;
}

}  // namespace trgen::structure

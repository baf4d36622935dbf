// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/overlay.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace trgen::structure {
namespace {

using Nodes = std::vector<OverlayNode>;

/// Trees with more pairs of nodes on a level are not aligned, which would take long: one follows the other.
constexpr std::size_t most_pairs = std::size_t{1} << 22;

class Builder {
 public:
  Builder(const Shape& shape, const std::vector<std::uint32_t>& codes, std::uint32_t of_class)
      : shape_(shape), codes_(codes), class_(of_class) {}

  Nodes build(std::size_t from, std::size_t to) {
    Nodes made;
    for (std::size_t i = from; i < to; i = behind(shape_, i)) {
      OverlayNode& node = made.emplace_back();
      node.count = shape_[i].count;
      node.classes = {class_};
      if (node.count == 0) {
        node.code = codes_[element_];
        node.sources = {{class_, element_++}};
      } else {
        node.body = build(i + 1, behind(shape_, i));
      }
    }
    return made;
  }

 private:
  const Shape& shape_;
  const std::vector<std::uint32_t>& codes_;
  std::uint32_t class_;
  std::uint32_t element_ = 0;
};

/// The best alignment of two levels.
class Alignment {
 public:
  Alignment(const Nodes& a, const Nodes& b) : a_(a), b_(b), score_((a.size() + 1) * (b.size() + 1)) {
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        const std::uint32_t match = matches(a[i], b[j]);
        at(i, j) = std::max({at(i + 1, j), at(i, j + 1), match == 0 ? 0 : match + at(i + 1, j + 1)});
      }
    }
  }

  std::uint32_t score() const { return score_.front(); }

  /// True when the nodes at these places are one node in the alignment.
  bool pairs(std::size_t i, std::size_t j) const {
    const std::uint32_t match = matches(a_[i], b_[j]);
    return match > 0 && at(i, j) == match + at(i + 1, j + 1);
  }
  /// True when the node of the first level is to come first, where the two at these places are no pair.
  bool first_alone(std::size_t i, std::size_t j) const { return at(i + 1, j) >= at(i, j + 1); }

 private:
  static std::uint32_t matches(const OverlayNode& a, const OverlayNode& b) {
    if (a.count != b.count) return 0;
    if (a.count == 0) return a.code == b.code ? 1 : 0;
    if (a.body.size() * b.body.size() > most_pairs) return 0;
    return Alignment(a.body, b.body).score();
  }

  std::uint32_t& at(std::size_t i, std::size_t j) { return score_[i * (b_.size() + 1) + j]; }
  std::uint32_t at(std::size_t i, std::size_t j) const { return score_[i * (b_.size() + 1) + j]; }

  const Nodes& a_;
  const Nodes& b_;
  std::vector<std::uint32_t> score_;
};

void join(OverlayNode& into, OverlayNode other) {
  into.classes.insert(into.classes.end(), other.classes.begin(), other.classes.end());
  std::sort(into.classes.begin(), into.classes.end());
  into.sources.insert(into.sources.end(), other.sources.begin(), other.sources.end());
  if (into.count > 0) lay_over(into.body, std::move(other.body));
}

}  // namespace

Nodes overlay_of(const Shape& shape, const std::vector<std::uint32_t>& codes, std::uint32_t of_class) {
  return Builder(shape, codes, of_class).build(0, shape.size());
}

void lay_over(Nodes& tree, Nodes other) {
  if (tree.size() * other.size() > most_pairs) {
    std::move(other.begin(), other.end(), std::back_inserter(tree));
    return;
  }
  Nodes made;
  {
    const Alignment alignment(tree, other);  // looks at nodes that are not moved yet only
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < tree.size() || j < other.size()) {
      const bool both = i < tree.size() && j < other.size();
      if (both && alignment.pairs(i, j)) {
        join(made.emplace_back(std::move(tree[i++])), std::move(other[j++]));
      } else if (j == other.size() || (both && alignment.first_alone(i, j))) {
        made.push_back(std::move(tree[i++]));
      } else {
        made.push_back(std::move(other[j++]));
      }
    }
  }
  tree = std::move(made);
}

}  // namespace trgen::structure

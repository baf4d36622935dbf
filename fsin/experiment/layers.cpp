// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "fsin/core/text.hpp"

namespace fsin::experiment {
namespace {

/// A key that a layer sets: a scalar, a list, or the short form of a choice.
struct Leaf {
  std::string path;
  Mark mark;
  bool is_null;
};

void add_leaves(const config::Tree& value, const std::string& path, std::vector<Leaf>& leaves) {
  if (!value.is_map()) {
    leaves.push_back({path, value.mark, value.kind == config::Tree::Kind::null});
    return;
  }
  for (const config::Tree& entry : value.items) add_leaves(entry, config::join_path(path, entry.key), leaves);
}

std::vector<Leaf> leaves_of(const config::Applied& applied) {
  std::vector<Leaf> leaves;
  add_leaves(applied.value, applied.path, leaves);
  return leaves;
}

bool is_at_or_below(std::string_view path, std::string_view top) {
  return path == top || (path.starts_with(top) && path[top.size()] == '.');
}

/// The first key of `earlier` that `later` writes over.
std::optional<Leaf> lost_key(const config::Applied& earlier, const config::Applied& later) {
  for (const Leaf& leaf : leaves_of(earlier)) {
    // routing: adaptive is short for {type: adaptive}.
    if (is_at_or_below(leaf.path, later.path) || later.path == leaf.path + ".type") return leaf;
  }
  return std::nullopt;
}

bool names_preset(const Leaf& leaf) { return leaf.path == preset_key && !leaf.is_null; }

/// A key of `keys` that a preset in `presets` would set.
std::optional<Leaf> key_beside_preset(const config::Applied& presets, const config::Applied& keys) {
  const std::vector<Leaf> named = leaves_of(presets);
  if (std::none_of(named.begin(), named.end(), names_preset)) return std::nullopt;
  for (const Leaf& leaf : leaves_of(keys)) {
    if (sets_key(leaf.path)) return leaf;
  }
  return std::nullopt;
}

std::string layer_name(std::size_t layer, std::span<const std::string> axes) {
  return layer == 0 ? "the command line" : fmt::format("axis {}", in_quotes(axes[layer - 1]));
}

class Checker {
 public:
  Checker(std::span<const std::string> axes, Diagnostics& diagnostics) : axes_(axes), diagnostics_(diagnostics) {}

  void check(const config::Applied& earlier, const config::Applied& later) {
    if (earlier.layer == later.layer) return;
    if (const auto lost = lost_key(earlier, later)) {
      diagnostics_.error(later.value.mark, fmt::format("{} and {} ({}) both set {}; leave one of them out", name(later),
                                                       name(earlier), lost->mark.text(), lost->path));
      return;
    }
    if (earlier.layer == 0) return;  // an axis of keys beside a preset for all points, or the reverse: keys win
    for (const auto& [presets, keys] : {std::pair{&earlier, &later}, std::pair{&later, &earlier}}) {
      if (const auto key = key_beside_preset(*presets, *keys)) {
        diagnostics_.error(key->mark,
                           fmt::format("{} sets {}, and so does the preset of {} ({}); write both as named points of "
                                       "one axis, or leave one of them out",
                                       name(*keys), key->path, name(*presets), presets->value.mark.text()));
      }
    }
  }

 private:
  std::string name(const config::Applied& applied) const { return layer_name(applied.layer, axes_); }

  std::span<const std::string> axes_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool overrides_preset(const config::Document& read) {
  const std::vector<config::Applied>& all = read.applied();
  return std::any_of(all.begin(), all.end(), [](const config::Applied& applied) {
    const std::vector<Leaf> leaves = leaves_of(applied);
    return std::any_of(leaves.begin(), leaves.end(), names_preset);
  });
}

void drop_preset_keys(config::Document& unread) {
  for (const std::string_view key : preset_keys) unread.drop(key);
}

void check_layers(const config::Document& read, std::span<const std::string> axes, Diagnostics& diagnostics) {
  const std::vector<config::Applied>& all = read.applied();
  Checker checker(axes, diagnostics);
  for (std::size_t later = 0; later < all.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) checker.check(all[earlier], all[later]);
  }
}

}  // namespace fsin::experiment

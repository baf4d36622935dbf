// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/reach.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"

namespace fsin::graph_file {
namespace {

/// Neighbours of each switch, all in one array.
class Neighbours {
 public:
  /// `backwards`: follows arcs against their direction.
  Neighbours(const Wiring& wiring, bool backwards) : first_(wiring.names.size() + 1) {
    const auto each = [&](auto use) {
      for (const Wire& link : wiring.links) {
        use(link.from, link.to);
        use(link.to, link.from);
      }
      for (const Wire& arc : wiring.arcs) backwards ? use(arc.to, arc.from) : use(arc.from, arc.to);
    };
    each([this](std::uint32_t from, std::uint32_t) { ++first_[from + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    all_.resize(first_.back());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    each([&](std::uint32_t from, std::uint32_t to) { all_[next[from]++] = to; });
  }

  std::vector<bool> reached_from(std::uint32_t start) const {
    std::vector<bool> reached(first_.size() - 1, false);
    std::vector<std::uint32_t> open{start};
    reached[start] = true;
    while (!open.empty()) {
      const std::uint32_t here = open.back();
      open.pop_back();
      for (std::uint64_t i = first_[here]; i < first_[here + 1]; ++i) {
        if (reached[all_[i]]) continue;
        reached[all_[i]] = true;
        open.push_back(all_[i]);
      }
    }
    return reached;
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> all_;
};

/// Names some of the switches: "s7" and 3 others (s8, s9, s12).
std::string some_of(const Wiring& wiring, const std::vector<bool>& reached) {
  constexpr std::size_t most_shown = 4;
  std::vector<std::string> shown;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i]) continue;
    if (++missing <= most_shown) shown.push_back(in_quotes(wiring.names[i]));
  }
  std::string text = fmt::format("switch {}", shown.front());
  if (missing == 1) return text;
  text += fmt::format(" and {} ({}", counted(missing - 1, "other"), shown[1]);
  for (std::size_t i = 2; i < shown.size(); ++i) text += ", " + shown[i];
  return text + (missing > most_shown ? ", ...)" : ")");
}

bool all_of(const std::vector<bool>& reached) {
  return std::find(reached.begin(), reached.end(), false) == reached.end();
}

}  // namespace

void check_reach(const Wiring& wiring, const Mark& source, Diagnostics& diagnostics) {
  if (wiring.names.empty()) return;
  const std::string start = in_quotes(wiring.names.front());
  const std::vector<bool> forward = Neighbours(wiring, false).reached_from(0);
  if (!all_of(forward)) {
    diagnostics.input_error(source,
                            fmt::format("{} cannot be reached from switch {}; join the parts by a link, or keep "
                                        "one of them",
                                        some_of(wiring, forward), start));
    return;
  }
  if (wiring.arcs.empty()) return;
  const std::vector<bool> backward = Neighbours(wiring, true).reached_from(0);
  if (all_of(backward)) return;
  diagnostics.input_error(source, fmt::format("from {} no way leads to switch {}; add links in that direction",
                                              some_of(wiring, backward), start));
}

}  // namespace fsin::graph_file

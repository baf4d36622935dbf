// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace trgen::pattern {
namespace {

std::string letter(std::size_t axis) {
  constexpr std::string_view letters = "xyzw";
  return axis < letters.size() ? std::string(1, letters[axis]) : fmt::format("x{}", axis);
}

std::string copies(const Pattern& pattern) {
  std::uint64_t silent = 1;
  if (!pattern.axes) return "";
  for (const Axis& axis : pattern.axes->axes) silent *= axis.silent ? axis.extent : 1;
  return silent > 1 ? fmt::format(", {} times side by side", silent) : "";
}

std::string wraps(const Pattern& pattern) {
  std::string text;
  const std::vector<std::size_t> loud = pattern.axes->loud();
  for (std::size_t i = 0; i < loud.size(); ++i) {
    if (pattern.axes->axes[loud[i]].wraps) text += (text.empty() ? "" : ", ") + letter(i);
  }
  return text;
}

/// The distances of the exchanges of a butterfly, as ranks.
std::string distances(const Pattern& pattern) {
  std::vector<std::uint64_t> found;
  for (const std::size_t k : pattern.axes->loud())
    found.push_back(std::uint64_t{pattern.axes->axes[k].stride} * pattern.axes->numbering->step());
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string butterfly(const Pattern& pattern, const std::vector<Found>& parts) {
  const Found& first = parts[pattern.parts.front()];
  const std::uint64_t size = std::uint64_t{1} << pattern.extents.size();
  std::string text = fmt::format("butterfly of {} stages", pattern.extents.size());
  const std::uint64_t groups = (first.numbering->count() + size - 1) / size;
  if (groups > 1) text += fmt::format(" in {} groups of {} ranks", groups, size);
  const bool exclusive_or = std::all_of(pattern.parts.begin(), pattern.parts.end(), [&](std::size_t i) {
    const Part& part = parts[i].part;
    return part.offset == 0 && (part.stride & (part.stride - 1)) == 0 && parts[i].numbering->multiplier() == 1;
  });
  text += fmt::format(" ({} {})", exclusive_or ? "partner: XOR" : "distances", distances(pattern));
  if (groups == 1 && pattern.extents.size() <= 3) {
    text += fmt::format(", a {} grid as well", extents_text(pattern.extents));
  }
  return text;
}

std::string groups(const Found& found) {
  const Part& part = found.part;
  const std::uint32_t number = found.numbering->count() / part.extent;
  if (number == 1) return fmt::format("all-to-all of {} ranks", part.extent);
  const std::uint64_t stride = std::uint64_t{part.stride} * found.numbering->step();
  const std::string which = stride == 1 ? "consecutive ranks" : fmt::format("ranks, each {} apart", stride);
  return fmt::format("all-to-all within {} groups of {} {}", number, part.extent, which);
}

std::string step_text(const Part& part) {
  std::string text;
  std::size_t number = 0;
  for (std::size_t k = 0; k < part.axes.size(); ++k) {
    if (part.axes[k].silent && part.delta[k] == 0) continue;
    text += fmt::format("{}{:+d}", number++ == 0 ? "" : ", ", part.delta[k]);
  }
  return "(" + text + ")";
}

std::string steps(const Pattern& pattern, const std::vector<Found>& parts) {
  constexpr std::size_t most_shown = 4;
  std::string text;
  for (std::size_t i = 0; i < pattern.parts.size() && i < most_shown; ++i)
    text += (i == 0 ? "" : ", ") + step_text(parts[pattern.parts[i]].part);
  if (pattern.parts.size() > most_shown) text += fmt::format(" and {} more", pattern.parts.size() - most_shown);
  return text;
}

/// "8x8": the extents of the grid in which a pattern of steps lies.
std::string grid_text(const Pattern& pattern) {
  std::vector<std::uint32_t> extents;
  for (const std::size_t k : pattern.axes->loud()) extents.push_back(pattern.axes->axes[k].extent);
  return extents_text(extents);
}

std::string shift(const Found& found) {
  const std::uint32_t count = found.numbering->count();
  const std::uint64_t distance = std::uint64_t{found.part.value} * found.numbering->multiplier() % count;
  const std::uint64_t ranks = distance * found.numbering->step();
  if (std::gcd(std::uint64_t{count}, distance) == 1)
    return fmt::format("ring of {} ranks in steps of {} (shift by {} modulo {})", count, ranks, ranks,
                       count * std::uint64_t{found.numbering->step()});
  return fmt::format("shift by {} modulo {}", ranks, count * std::uint64_t{found.numbering->step()});
}

std::string tree(const Pattern& pattern, const Found& found) {
  const Part& part = found.part;
  const std::uint32_t children = part.kind == Kind::tree_shape ? part.tree_radix : part.value;
  std::string text = pattern.form == Form::binomial_tree ? "binomial tree" : fmt::format("{}-ary tree", children);
  text += fmt::format(" of {} ranks", part.extent);
  if (part.kind == Kind::tree_shape) return text + fmt::format(" with root {}, ranks in no regular order", part.root);
  const std::uint32_t trees = found.numbering->count() / part.extent;
  if (trees > 1) return fmt::format("{}, {} times side by side", text, trees);
  return text +
         fmt::format(" with root {}", found.numbering->rank((part.root + part.offset) % found.numbering->count()));
}

std::string transposition(const Part& part) {
  if (part.extent == part.other_extent)
    return fmt::format("transposition of {0}x{0} blocks of ranks (strides {1} and {2} change places)", part.extent,
                       part.stride, part.other_stride);
  return fmt::format("transposition of {}x{} ranks", part.extent, part.other_extent);
}

std::string masks(const Pattern& pattern, const std::vector<Found>& parts) {
  std::vector<std::uint32_t> found;
  for (const std::size_t i : pattern.parts) found.push_back(parts[i].part.value);
  return fmt::format("exchange with rank XOR {}", fmt::join(found, ", "));
}

}  // namespace

std::string extents_text(const std::vector<std::uint32_t>& extents) {
  return fmt::format("{}", fmt::join(extents, "x"));
}

std::string title(const Pattern& pattern, const std::vector<Found>& parts) {
  const Found& first = parts[pattern.parts.front()];
  const std::string extents = extents_text(pattern.extents);
  const std::string swept = pattern.sweeps ? ", swept by wavefronts" : "";
  switch (pattern.form) {
    case Form::mesh:
      return "mesh " + extents + copies(pattern) + swept;
    case Form::torus:
      return "torus " + extents + copies(pattern);
    case Form::mixed_grid:
      return fmt::format("grid {} with wrap along {}{}{}", extents, wraps(pattern), copies(pattern), swept);
    case Form::ring:
      return fmt::format("ring of {} ranks{}", extents, copies(pattern));
    case Form::line:
      return fmt::format("line of {} ranks{}{}", extents, copies(pattern), swept);
    case Form::butterfly:
      return butterfly(pattern, parts);
    case Form::pairs:
      return fmt::format("pairs of ranks {} apart", std::uint64_t{first.part.stride} * first.numbering->step());
    case Form::groups:
      return groups(first);
    case Form::all_to_all:
      if (first.part.members.size() == 2)
        return fmt::format("one pair, ranks {} and {}", first.part.members[0], first.part.members[1]);
      return fmt::format("all-to-all of {} ranks", extents);
    case Form::shift:
      return shift(first);
    case Form::exchange:
      return masks(pattern, parts);
    case Form::transposition:
      return transposition(first.part);
    case Form::diagonals:
      return fmt::format("diagonal shifts {} in the {} grid", steps(pattern, parts), grid_text(pattern));
    case Form::stencil_diagonals:
      return fmt::format("all diagonal neighbours in the {} grid", grid_text(pattern));
    case Form::coarse_steps:
      return fmt::format("longer steps {} in the {} grid", steps(pattern, parts), grid_text(pattern));
    case Form::binomial_tree:
    case Form::k_ary_tree:
      return tree(pattern, first);
    case Form::dissemination: {
      const std::uint32_t groups = first.numbering->count() / first.part.extent;
      return fmt::format("dissemination among {} ranks (shifts by 1, 2, 4, ... with wrap){}", extents,
                         groups > 1 ? fmt::format(", {} times side by side", groups) : "");
    }
    case Form::star:
      break;
  }
  return fmt::format("star: rank {} and all others", first.numbering->rank(first.part.root));
}

std::string claim(const Pattern& pattern, const std::vector<Found>& parts) {
  return (pattern.is_sure() ? "" : "perhaps: ") + title(pattern, parts);
}

std::string direction(const Pattern& pattern) {
  const bool forward = pattern.forward.messages > 0;
  const bool backward = pattern.backward.messages > 0;
  switch (pattern.form) {
    case Form::binomial_tree:
    case Form::k_ary_tree:
      return forward && backward ? "to the root and from it" : forward ? "to the root" : "from the root";
    case Form::star:
      return forward && backward ? "to it and from it" : forward ? "to it" : "from it";
    case Form::groups:
    case Form::all_to_all:
    case Form::transposition:
    case Form::exchange:
    case Form::butterfly:
    case Form::pairs:
      return "";
    default:
      break;
  }
  if (forward && backward) return "both ways";
  return forward ? "one way, upwards" : "one way, downwards";
}

std::string numbering_text(const Pattern& pattern) {
  if (!pattern.axes) return "";
  const Axes& axes = *pattern.axes;
  std::string sum;
  std::size_t number = 0;
  for (const Axis& axis : axes.axes) {
    const std::string name = axis.silent ? "copy" : letter(number++);
    sum +=
        fmt::format("{}{}{}", sum.empty() ? "" : " + ", axis.stride == 1 ? "" : fmt::format("{} ", axis.stride), name);
  }
  const Numbering& numbering = *axes.numbering;
  const bool turned = axes.offset != 0 || numbering.multiplier() != 1;
  if (axes.offset != 0) sum += fmt::format(" + {}", axes.offset);
  if (numbering.multiplier() != 1) sum = fmt::format("{} ({})", numbering.multiplier(), sum);
  if (turned) sum = fmt::format("({} mod {})", sum, numbering.count());
  if (numbering.step() != 1) sum = fmt::format("{} ({})", numbering.step(), sum);
  if (numbering.first() != 0) sum = fmt::format("{} + {}", numbering.first(), sum);
  return "rank = " + sum;
}

std::string certainty(const Pattern& pattern) {
  if (pattern.by_definition) return "sure: counted, pair by pair";
  const int digits = static_cast<int>(std::floor(pattern.evidence.bits * std::log10(2.0)));
  if (pattern.is_sure()) return fmt::format("sure: in a random graph with a chance below 10^-{}", digits);
  if (digits >= 1) return fmt::format("not sure: in a random graph with a chance of up to 10^-{}", digits);
  return "not sure: it fits, but so few pairs may do so by chance";
}

std::string groups_text(const CallGroups& calls, std::uint32_t ranks) {
  if (calls.groups.size() == 1) {
    const std::size_t size = calls.groups.front().size();
    if (size == ranks) return fmt::format("all {} ranks", ranks);
    return fmt::format("{} of {} ranks", size, ranks);
  }
  const std::size_t size = calls.groups.front().size();
  const bool equal = std::all_of(calls.groups.begin(), calls.groups.end(),
                                 [&](const std::vector<std::uint32_t>& group) { return group.size() == size; });
  if (!equal) return fmt::format("{} groups of different sizes", calls.groups.size());
  const std::uint32_t stride = calls.stride();
  std::string text = fmt::format("{} groups of {} ", calls.groups.size(), size);
  if (stride == 1) return text + "consecutive ranks";
  return text + (stride == 0 ? "ranks" : fmt::format("ranks, each {} apart", stride));
}

}  // namespace trgen::pattern

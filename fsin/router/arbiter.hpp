// SPDX-License-Identifier: Apache-2.0
// The contract of an arbiter, checked by the compiler. An arbiter chooses the winner when several headers request one
// output virtual channel (or the consumption port) in one cycle.
//
// An arbiter is an empty struct with a name, a doc and
//
//   pick(rivals)    index of the winner among the rivals
//   original        true when the original simulator has this arbiter and it was compared with it (--rng original)
//
// The engines call it only when there are two rivals or more. It decides by what Rivals shows and has no state: the
// round-robin pointer is the last winner of the channel, which both engines keep. Both engines compile the same
// arbiter.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace fsin::router {

/// The headers that request one channel in one cycle, indexed 0 .. count() - 1 in the order of input queues:
///   count()              at least 2
///   after_last_winner()  index of the first one behind the channel's last winner, or 0
///   waiting_since(i)     cycle (or tick) in which the header first reached the head of its queue and was considered
///   entered(i)           cycle in which its packet entered the network
///   hops(i)              links that its packet has crossed
///   phits_queued(i)      phits in its input queue, in which a packet that has arrived counts as a full one
///   draw(n)              0 .. n - 1, with equal probability
template <class R>
concept Rivals = requires(const R rivals, unsigned place, std::uint32_t n) {
  { rivals.count() } -> std::same_as<unsigned>;
  { rivals.after_last_winner() } -> std::same_as<unsigned>;
  { rivals.waiting_since(place) } -> std::totally_ordered;
  { rivals.entered(place) } -> std::totally_ordered;
  { rivals.hops(place) } -> std::convertible_to<unsigned>;
  { rivals.phits_queued(place) } -> std::convertible_to<unsigned>;
  { rivals.draw(n) } -> std::same_as<std::uint32_t>;
};

/// Index with the smallest key; among equal ones the first from `first` on, cyclically.
template <class Key>
unsigned least(unsigned count, unsigned first, Key key) {
  unsigned best = first;
  auto least_key = key(first);
  for (unsigned n = 1; n < count; ++n) {
    const unsigned place = first + n < count ? first + n : first + n - count;
    const auto its_key = key(place);
    if (its_key < least_key) {
      best = place;
      least_key = its_key;
    }
  }
  return best;
}

namespace detail {

struct SomeRivals {
  unsigned count() const;
  unsigned after_last_winner() const;
  std::uint64_t waiting_since(unsigned) const;
  std::uint64_t entered(unsigned) const;
  unsigned hops(unsigned) const;
  unsigned phits_queued(unsigned) const;
  std::uint32_t draw(std::uint32_t) const;
};
static_assert(Rivals<SomeRivals>);

}  // namespace detail

template <class A>
concept ArbiterPolicy = requires(const A arbiter, const detail::SomeRivals rivals) {
  { A::name } -> std::convertible_to<std::string_view>;
  { A::doc } -> std::convertible_to<std::string_view>;
  { A::original } -> std::convertible_to<bool>;
  { arbiter.pick(rivals) } -> std::same_as<unsigned>;
};

}  // namespace fsin::router

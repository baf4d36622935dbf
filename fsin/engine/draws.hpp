// SPDX-License-Identifier: Apache-2.0
// Random choices of an engine. Two kinds, with the same names:
//
// KeyedDraws (the default): every draw is a function of (seed, purpose, router, input queue, cycle, index), so that the
// order of the draws does not matter. OriginalDraws: C rand() in the order in which the original simulator called it,
// each kind of draw scaled as there; only the reference stepper calls in that order.
#pragma once

#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/core/original_random.hpp"
#include "fsin/core/rng.hpp"

namespace fsin::engine {

/// The place of a draw: a header at an input queue of a router, in a cycle.
struct DrawPlace {
  Cycle cycle = 0;
  std::uint32_t router = 0;
  std::uint32_t queue = 0;
};

class KeyedDraws {
 public:
  static constexpr bool in_call_order = false;

  KeyedDraws(std::uint64_t seed, std::size_t routers, unsigned queues)
      : selection_(seed, Purpose::selection),
        arbitration_(seed, Purpose::arbitration),
        restriction_(seed, Purpose::restriction),
        way_{seed, Purpose::way},
        queues_(queues),
        places_(routers * queues) {}

  /// Uniform on 0..n-1. `index`, 0..7, distinguishes the draws of one header in one cycle.
  std::uint32_t uniform(const DrawPlace& at, std::uint32_t n, std::uint32_t index) {
    return n == 1 ? 0 : selection_.below(counter(at) * 8 + index, n);
  }
  std::uint32_t offset(const DrawPlace& at, std::uint32_t n, std::uint32_t index) { return uniform(at, n, index); }
  std::uint32_t least(const DrawPlace& at, std::uint32_t n, std::uint32_t index) { return uniform(at, n, index); }
  /// The winner of an arbitration among n, uniform on 0..n-1; `at.queue` is the output channel.
  std::uint32_t winner(const DrawPlace& at, std::uint32_t n) { return arbitration_.below(counter(at), n); }
  /// True with probability `of` / 2^32; `at.queue` is the output channel.
  bool chance(const DrawPlace& at, std::uint64_t of) { return restriction_.draw(counter(at)) < of; }

  /// Draws of a packet that enters at a node, made only when requested, because hardly any packet needs them.
  class Entry {
   public:
    Entry(StreamKey key, Cycle cycle, std::uint32_t node) : key_(key), cycle_(cycle), node_(node) {}
    bool coin(unsigned dimension) const { return (philox(key_, cycle_, node_)[0] >> dimension & 1U) != 0; }
    std::uint32_t uniform(std::uint32_t n, unsigned index) const {
      return scale_draw(philox(key_, cycle_, node_)[index + 1], n);
    }

   private:
    StreamKey key_;
    Cycle cycle_;
    std::uint32_t node_;
  };
  Entry entry(Cycle cycle, std::uint32_t node) const { return {way_, cycle, node}; }
  void tail_consumed() {}

 private:
  std::uint64_t counter(const DrawPlace& at) const {
    return at.cycle * places_ + static_cast<std::uint64_t>(at.router) * queues_ + at.queue;
  }

  KeyedRandom selection_;
  KeyedRandom arbitration_;
  KeyedRandom restriction_;
  StreamKey way_;
  std::uint64_t queues_;
  std::uint64_t places_;
};

/// The draws of the original simulator and their order: docs/model/original.md, "The original's draws".
class OriginalDraws {
 public:
  static constexpr bool in_call_order = true;

  explicit OriginalDraws(OriginalRandom& random) : random_(&random) {}

  std::uint32_t uniform(const DrawPlace&, std::uint32_t n, std::uint32_t) { return random_->below(n); }
  std::uint32_t offset(const DrawPlace&, std::uint32_t n, std::uint32_t) { return random_->next() % n; }
  /// One of the least occupied queues; the original enters the first of them twice into its list.
  std::uint32_t least(const DrawPlace&, std::uint32_t n, std::uint32_t) {
    const std::uint32_t r = random_->next() % (n + 1);
    return r == 0 ? 0 : r - 1;
  }
  std::uint32_t winner(const DrawPlace&, std::uint32_t n) { return random_->below(n); }
  /// Always false: the domain of comparison with the original has no such draw.
  static bool chance(const DrawPlace&, std::uint64_t) { return false; }

  class Entry {
   public:
    explicit Entry(OriginalRandom& random) : random_(&random) {}
    bool coin(unsigned) const { return random_->next() >= 2147483647U / 2; }
    std::uint32_t uniform(std::uint32_t n, unsigned) const { return random_->below(n); }

   private:
    OriginalRandom* random_;
  };
  Entry entry(Cycle, std::uint32_t) { return Entry(*random_); }
  void tail_consumed() { random_->next(); }

 private:
  OriginalRandom* random_;
};

}  // namespace fsin::engine

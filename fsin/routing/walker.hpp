// SPDX-License-Identifier: Apache-2.0
// A routing algorithm behind virtual functions: the same struct that the event engine is compiled with, called by the
// reference stepper and by analyses, which are compiled once for all algorithms. algorithm_walker.hpp makes a Walker of
// an algorithm.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "fsin/routing/algorithm.hpp"

namespace fsin::routing {

struct RouteTables;

/// State of an algorithm as plain bytes; bytes that it does not use are 0.
struct StateBytes {
  std::array<std::uint64_t, 2> words{};

  bool operator==(const StateBytes&) const = default;
};
static_assert(sizeof(StateBytes) == Route::bytes);

template <class State>
StateBytes packed(const State& state) {
  StateBytes bytes;
  std::memcpy(bytes.words.data(), &state, sizeof(State));
  return bytes;
}
template <class State>
State unpacked(const StateBytes& bytes) {
  std::array<std::byte, sizeof(State)> used;
  std::memcpy(used.data(), bytes.words.data(), sizeof(State));
  return std::bit_cast<State>(used);
}

/// View of the router where a header waits (RouterView, WideRouterView). Derived classes define the answers of channels
/// and queues and the outcomes of draws.
class WalkerView {
 public:
  /// Place of a waiting header.
  struct Place {
    std::uint32_t router = 0;
    unsigned layer = 0;
    bool from_injection = false;
    unsigned in_port = 0;
    unsigned in_vc = 0;
  };

  /// A view at a place; `must_draw`: draws are made even where they cannot matter.
  explicit WalkerView(const Place& place, bool must_draw = false) : place_(place), must_draw_(must_draw) {}
  WalkerView(const WalkerView&) = delete;
  WalkerView& operator=(const WalkerView&) = delete;
  virtual ~WalkerView() = default;

  std::uint32_t router() const { return place_.router; }
  unsigned layer() const { return place_.layer; }
  bool from_injection() const { return place_.from_injection; }
  unsigned in_port() const { return place_.in_port; }
  unsigned in_vc() const { return place_.in_vc; }
  bool must_draw() const { return must_draw_; }

  virtual bool can_request(std::int32_t out) const = 0;
  virtual unsigned open(std::int32_t out, unsigned n) const = 0;
  virtual unsigned phits_ahead(std::int32_t out) const = 0;
  /// Analyses know of queues only what phits_ahead() says of them.
  virtual std::uint64_t backlog(std::int32_t out) const { return phits_ahead(out); }
  virtual unsigned channel_load(std::int32_t out) const { return phits_ahead(out); }
  virtual unsigned phits_at(std::uint32_t router, std::int32_t out) const = 0;
  virtual std::optional<bool> supposes() const { return {}; }
  virtual std::uint32_t uniform(std::uint32_t n, std::uint32_t index) const = 0;
  virtual std::uint32_t offset(std::uint32_t n, std::uint32_t index) const { return uniform(n, index); }
  virtual std::uint32_t least(std::uint32_t n, std::uint32_t index) const { return uniform(n, index); }

 private:
  Place place_;
  bool must_draw_;
};
static_assert(WideRouterView<WalkerView>);

/// Draws for a packet that enters (EntryDraws).
class WalkerDraws {
 public:
  WalkerDraws() = default;
  WalkerDraws(const WalkerDraws&) = delete;
  WalkerDraws& operator=(const WalkerDraws&) = delete;
  virtual ~WalkerDraws() = default;

  virtual bool coin(unsigned dimension) const = 0;
  virtual std::uint32_t uniform(std::uint32_t n, unsigned index) const = 0;
};
static_assert(EntryDraws<WalkerDraws>);

/// The functions of algorithm.hpp and bundles.hpp; a function that an algorithm lacks returns the neutral default.
class Walker {
 public:
  Walker() = default;
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;
  virtual ~Walker() = default;

  virtual StateBytes start(std::uint32_t source, std::uint32_t destination, const WalkerDraws& draws) const = 0;
  /// True if decide() may change a state.
  virtual bool decides() const = 0;
  virtual StateBytes decide(const WalkerView& view, const StateBytes& state) const = 0;
  virtual bool remembers() const = 0;
  virtual Choice request(WalkerView& view, const StateBytes& state, Retry& retry) const = 0;
  /// Appends the candidates to a list.
  virtual void candidates(const WalkerView& view, const StateBytes& state, std::vector<std::uint16_t>& outs) const = 0;
  virtual StateBytes advance(const StateBytes& state, unsigned port) const = 0;

  virtual bool keeps_symmetry() const = 0;
  virtual bool terminals_are_equal() const = 0;
  /// The tables of next hops; null if more than the switch and the destination decides the next hop.
  virtual const RouteTables* next_hops() const = 0;
  /// Links between switches on the longest way of a packet, where the virtual channels are a ladder with a level for
  /// each of them: no channels wait for each other in a cycle then, whatever the ways are (docs/model/routing.md, "Over
  /// any network", has the proof). 0: there are fewer levels or no ladder, and only following the packets tells.
  virtual unsigned whole_ladder() const = 0;

  /// The same algorithm with the tables of a phase (Rerouting, algorithm.hpp); null where its tables never change.
  virtual std::unique_ptr<const Walker> in_phase(unsigned phase) const = 0;
  /// The state, in this phase, of a header that an earlier one has left waiting at a router (Reconsidering).
  virtual StateBytes reconsider(std::uint32_t router, const StateBytes& state) const = 0;

  // Functions of bundles.hpp.
  virtual std::uint32_t bundle(std::uint32_t destination) const = 0;
  virtual bool blind(const StateBytes& state) const = 0;
  virtual StateBytes without_detour(const StateBytes& state) const = 0;
  virtual StateBytes redirected(const StateBytes& state, std::uint32_t destination) const = 0;
  virtual bool far(const StateBytes& state) const = 0;
  virtual StateBytes first_end(const StateBytes& state) const = 0;
  /// Appends the state with each end to a list.
  virtual void every_end(const StateBytes& state, std::vector<StateBytes>& states) const = 0;
};

}  // namespace fsin::routing

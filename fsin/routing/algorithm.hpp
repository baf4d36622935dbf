// SPDX-License-Identifier: Apache-2.0
// The contract of a routing algorithm, checked by the compiler.
//
// Routing is per hop and one output virtual channel at a time: in each cycle a waiting header requests at most one
// (port, virtual channel). An algorithm is a small struct, compiled into both engines, with
//
//   State                      data of this algorithm in a packet: at most 16 bytes, trivially copyable
//   start(source, destination, draws)
//                              the state of a packet that enters the network; `draws` are those of Entry below
//   request(view, state, retry)
//                              the output VC requested in this cycle, or none. `retry` is what the algorithm remembers
//                              about this input queue from one cycle to the next; engines set it to zero at every grant
//   candidates(view, state, visit)
//                              every output VC that request() could return in this or a later cycle while the header
//                              waits here; engines call request() only when one of them may have become free
//   advance(state, port)       the header has left for the next router by `port`
//   remembers                  true when request() changes `retry`. Its result may then depend on `retry`, draws,
//                              and can_request() of channels that no bubble protects, and the algorithm also has
//   look_back(view, state, cycles, leads)
//                              extends `leads`, the map of each value of `retry` to its final value, back over `cycles`
//                              cycles from that of the view on, in which can_request() stays the same. True when
//                              earlier cycles no longer matter. The view then also has later(n), which advances it
//                              by n cycles
//
// and optionally,
//
//   decide(view, state)        may change the state, once at every router but the destination, in the cycle in
//                              which the header is first served, before its request (Valiant's second half, UGAL)
//   looks_around               true when decide() compares queues of other routers too: view.phits_at(router, out), the
//                              phits in the next queue of a channel as its own router knows it. Then all headers of a
//                              cycle decide on the state at the end of the cycle before, and do not check room in
//                              decide(). Default: false. Such an algorithm does not run in several processes
//   keeps_symmetry()           true when every symmetry of the network (topology::Geometry::orbit) maps the moves of a
//                              packet to those of another packet there; default: false. Used by the analysis of
//                              deadlock
//   terminals_are_equal()      the same for the exchange of two terminals of one switch
//   bundle(destination), ...   nodes equivalent for packets on a detour (bundles.hpp); for the analysis of deadlock
//   next_hops()                the tables that alone decide the next hop of a packet, by switch and destination;
//                              null if anything else does
//   is_shared                  true when several families use the algorithm: fsin/engine/shared_unit.hpp
//   emptiest_of(layer)         output VCs with consecutive numbers of every router of that layer: a header that may
//                              request one of them always requests the emptiest of them all (emptiest.hpp), whether it
//                              has room or not, and no other
//   routers_are_alike          true when every router of its networks has a node, so that engines need not check
//   enter(phase)               follows from now on the tables of this phase of the run (topology::Failures::phase_at).
//                              A state of any phase has a meaning under the tables of every later one
//   reconsider(router, state)  after enter(), once for each header that waits at a router which has served it before:
//                              may change what decide() has left
//   likely_ports(state, visit) the ports that the header may request at the next router, to be prefetched
//
// None of these functions allocates, divides, hashes or calls a virtual function.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <type_traits>

namespace fsin::routing {

/// Memory of an input queue for its routing algorithm, 0 .. 15; 0 for a new header.
using Retry = std::uint8_t;

/// Map of each value of `retry` to its value after some cycles without a grant: four bits a value.
class RetryMap {
 public:
  constexpr RetryMap() = default;
  /// The map of one cycle: value r is mapped to step(r).
  template <class Step>
  static constexpr RetryMap of(Step step) {
    RetryMap map;
    map.bits_ = 0;
    for (unsigned r = 0; r < 16; ++r) map.bits_ |= std::uint64_t{step(static_cast<Retry>(r))} << 4 * r;
    return map;
  }

  constexpr Retry operator[](unsigned retry) const { return static_cast<Retry>(bits_ >> 4 * retry & 15U); }
  /// Extends the map of the first `values` values back over an earlier cycle, which `step` describes.
  void go_back(unsigned values, const RetryMap& step) {
    std::uint64_t before = 0;
    for (unsigned r = 0; r < values; ++r) before |= std::uint64_t{(*this)[step[r]]} << 4 * r;
    bits_ = before;
  }
  /// True if the first `values` values are all mapped to the same one.
  bool settled(unsigned values) const {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 4 * values);
    return (bits_ & mask) == ((bits_ & 15U) * 0x1111111111111111U & mask);
  }

 private:
  std::uint64_t bits_ = 0xfedcba9876543210U;
};

/// The channel requested: output VC number port * virtual_channels + vc, or none.
struct Choice {
  std::int32_t out = -1;
  bool made() const { return out >= 0; }
};

/// Range of output VCs: first .. first + count - 1.
struct Channels {
  unsigned first = 0;
  unsigned count = 0;
};

/// Storage of the state of a routing algorithm in a packet.
class Route {
 public:
  static constexpr std::size_t bytes = 16;

  template <class State>
  void set(const State& state) {
    static_assert(sizeof(State) <= bytes && alignof(State) <= 8 && std::is_trivially_copyable_v<State>);
    new (bytes_.data()) State(state);
  }
  template <class State>
  State& as() {
    return *std::launder(reinterpret_cast<State*>(bytes_.data()));
  }
  template <class State>
  const State& as() const {
    return *std::launder(reinterpret_cast<const State*>(bytes_.data()));
  }

 private:
  alignas(8) std::array<std::byte, bytes> bytes_;
};
static_assert(sizeof(Route) == Route::bytes);

/// View of the router where a header waits, as available to an algorithm. Both engines have such a view.
template <class V>
concept RouterView = requires(V& view, const V& at, std::uint32_t n, std::int32_t out) {
  { at.router() } -> std::same_as<std::uint32_t>;
  { at.layer() } -> std::convertible_to<unsigned>;    // topology::Geometry::layer()
  { at.from_injection() } -> std::same_as<bool>;      // the header waits in an injection queue; else in the queue of
  { at.in_port() } -> std::convertible_to<unsigned>;  // the input port by which it arrived
  { at.in_vc() } -> std::convertible_to<unsigned>;    // and its virtual channel
  { view.can_request(out) } -> std::same_as<bool>;    // room and bubble, not ownership
  // Mask of those of n channels from `out` on that can be requested; no bubble protects them.
  { at.open(out, n) } -> std::same_as<unsigned>;
  // True if draws must be made even where they cannot matter: the draws of the original simulator depend on all earlier
  // ones.
  { at.must_draw() } -> std::same_as<bool>;
  { at.phits_ahead(out) } -> std::convertible_to<unsigned>;  // in the next queue, as this router knows it
  // Cycles until the link of a channel would have carried one more packet (engine/link_burden.hpp).
  { at.backlog(out) } -> std::convertible_to<std::uint64_t>;
  // Of a channel, for comparison: twice its slots in use in the next queue, and 1 if it has an owner.
  { at.channel_load(out) } -> std::convertible_to<unsigned>;
  // A draw for this header in this cycle, uniform on 0..n-1; the second argument, 0..7, distinguishes its draws. The
  // three functions differ only in the scaling of rand() by the original simulator.
  { at.uniform(n, n) } -> std::same_as<std::uint32_t>;
  { at.offset(n, n) } -> std::same_as<std::uint32_t>;
  { at.least(n, n) } -> std::same_as<std::uint32_t>;
};

/// View for an algorithm that looks around: also has the queues of other routers.
template <class V>
concept WideRouterView = RouterView<V> && requires(const V& at, std::uint32_t router, std::int32_t out) {
  { at.phits_at(router, out) } -> std::convertible_to<unsigned>;
  // The outcome that an analysis gives to a comparison of sums of queues, which it does not make; engines: none.
  { at.supposes() } -> std::convertible_to<std::optional<bool>>;
};

/// Draws for a packet that enters: coin(d), one for each dimension d below 32, and uniform(n, i), i below 3.
template <class D>
concept EntryDraws = requires(const D& draws, unsigned d, std::uint32_t n) {
  { draws.coin(d) } -> std::same_as<bool>;
  { draws.uniform(n, d) } -> std::same_as<std::uint32_t>;
};

namespace detail {

/// A view and draws without content, for the checks of the concepts.
struct SomeView {
  std::uint32_t router() const;
  unsigned layer() const;
  bool from_injection() const;
  unsigned in_port() const;
  unsigned in_vc() const;
  bool can_request(std::int32_t) const;
  unsigned open(std::int32_t, unsigned) const;
  bool must_draw() const;
  unsigned phits_ahead(std::int32_t) const;
  std::uint64_t backlog(std::int32_t) const;
  unsigned channel_load(std::int32_t) const;
  unsigned phits_at(std::uint32_t, std::int32_t) const;
  std::optional<bool> supposes() const;
  std::uint32_t uniform(std::uint32_t, std::uint32_t) const;
  std::uint32_t offset(std::uint32_t, std::uint32_t) const;
  std::uint32_t least(std::uint32_t, std::uint32_t) const;
};
static_assert(WideRouterView<SomeView>);

struct SomeSkippedView : SomeView {
  void later(std::uint32_t);
};

struct SomeDraws {
  bool coin(unsigned) const;
  std::uint32_t uniform(std::uint32_t, std::uint32_t) const;
};
static_assert(EntryDraws<SomeDraws>);

struct SomeVisit {
  void operator()(std::int32_t) const;
};

}  // namespace detail

template <class A>
concept Deciding = requires(const A algorithm, detail::SomeView view, typename A::State& state) {
  algorithm.decide(view, state);
};

template <class A>
concept LookingAround = Deciding<A> && requires {
  requires A::looks_around;
};

template <class A>
concept AsksForEmptiest = requires(const A algorithm, unsigned layer) {
  { algorithm.emptiest_of(layer) } -> std::same_as<Channels>;
};

template <class A>
concept Rerouting = requires(A algorithm, unsigned phase) {
  algorithm.enter(phase);
};

template <class A>
concept Reconsidering = Rerouting<A> && requires(const A algorithm, std::uint32_t router, typename A::State& state) {
  algorithm.reconsider(router, state);
};

template <class A>
concept RoutingAlgorithm = std::is_trivially_copyable_v<typename A::State> &&
                           sizeof(typename A::State) <= Route::bytes&& requires(const A algorithm,
                                                                                const typename A::State& state,
                                                                                typename A::State& changed,
                                                                                Retry& retry, detail::SomeView view,
                                                                                const detail::SomeView seen,
                                                                                detail::SomeDraws draws,
                                                                                std::uint32_t node) {
  { A::remembers } -> std::convertible_to<bool>;
  { algorithm.start(node, node, draws) } -> std::same_as<typename A::State>;
  { algorithm.request(view, state, retry) } -> std::same_as<Choice>;
  algorithm.candidates(seen, state, detail::SomeVisit{});
  algorithm.advance(changed, 0U);
}
&&(!A::remembers ||
   requires(const A algorithm, const typename A::State& state, detail::SomeSkippedView view, RetryMap& leads) {
     { algorithm.look_back(view, state, 1U, leads) } -> std::same_as<bool>;
   });

}  // namespace fsin::routing

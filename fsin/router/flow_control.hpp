// SPDX-License-Identifier: Apache-2.0
// The contract of a flow control, checked by the compiler: when a header may ask for an output, which free slots it
// must find, and what becomes of the rings of a network.
//
// A flow control is an empty struct with a name, a doc and
//
//   rings           what keeps packets from filling a ring: slots that stay free, a cut, or nothing
//   escape_channel  virtual channel 0 is an escape network in dimension order, which needs a network without rings
//   whole_packet    a header asks only once its tail has come (store-and-forward); else as soon as it is there itself
//   entry(bubble)   slots that a packet must find free where it enters a ring: a packet that goes on in its ring, or
//                   that enters a channel that the routing does not protect, needs one slot in the next queue
//   original        whether the original simulator has this flow control and it was compared with it (--rng original)
//
// All of it is resolved into numbers before a run (engine/rules.hpp), which both engines follow.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace fsin::router {

enum class Rings : std::uint8_t {
  kept_open,  ///< a ring always has a free slot left
  cut,        ///< virtual channels in pairs, of which a packet leaves one where it crosses the wrap link
  unguarded,  ///< packets can fill a ring and wait for each other
};

/// In which queue the slots of a bubble are counted. `automatic`: here, or in the next one when links have a delay.
enum class BubbleTest : std::uint8_t { automatic, local, target };

/// What the parameters of a router say about bubbles.
struct BubbleSetup {
  unsigned slots = 2;
  BubbleTest test = BubbleTest::automatic;
  unsigned link_delay = 0;  ///< cycles in which a phit is on a link and in no queue, on the slowest link
};

/// Free slots that are asked of a queue; 0: it is not looked at.
struct EntrySlots {
  unsigned local = 0;   ///< this router's own queue of the ring
  unsigned target = 0;  ///< the next queue
};

template <class F>
concept FlowControlPolicy = requires(const F flow, const BubbleSetup& bubble) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::doc } -> std::convertible_to<std::string_view>;
  { F::rings } -> std::convertible_to<Rings>;
  { F::escape_channel } -> std::convertible_to<bool>;
  { F::whole_packet } -> std::convertible_to<bool>;
  { F::original } -> std::convertible_to<bool>;
  { flow.entry(bubble) } -> std::same_as<EntrySlots>;
};

/// The same as plain data.
struct FlowTraits {
  std::string_view name;
  Rings rings = Rings::unguarded;
  bool escape_channel = false;
  bool whole_packet = false;
  bool original = false;

  /// It is there to prevent deadlocks.
  bool guards() const { return rings != Rings::unguarded || escape_channel; }
};

}  // namespace fsin::router

// SPDX-License-Identifier: Apache-2.0
// The contract of a flow control, checked by the compiler: the conditions under which a header may request an output,
// the free slots it must find, and the treatment of the rings of a network.
//
// A flow control is an empty struct with a name, a doc and
//
//   rings           how rings are kept from filling with packets: slots that stay free, a cut, or not at all
//   escape_channel  virtual channel 0 is an escape network in dimension order, which needs a network without rings
//   whole_packet    a header may request only once its tail has arrived (store-and-forward); else as soon as it arrives
//   entry(bubble)   slots that a packet must find free where it enters a ring: a packet that goes on in its ring, or
//                   that enters a channel that the routing does not protect, needs one slot in the next queue
//   original        true when the original simulator has this flow control and it was compared with it (--rng original)
//
// All of it becomes numbers before a run (engine/rules.hpp), which both engines follow.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace fsin::router {

enum class Rings : std::uint8_t {
  kept_open,  ///< a ring always has a free slot left
  cut,  ///< virtual channels in pairs; a packet changes to the other one of its pair where it crosses the wrap link
  unguarded,  ///< packets can fill a ring and wait for each other
};

/// Queue in which the slots of a bubble are counted. `automatic`: here, or in the next one when links have a delay.
enum class BubbleTest : std::uint8_t { automatic, local, target };

/// Parameters of a router that concern bubbles.
struct BubbleSetup {
  unsigned slots = 2;
  BubbleTest test = BubbleTest::automatic;
  unsigned link_delay = 0;  ///< cycles in which a phit is on a link and in no queue, on the slowest link
};

/// Free slots demanded of a queue; 0: the queue does not matter.
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

/// A flow control as plain data.
struct FlowTraits {
  std::string_view name;
  Rings rings = Rings::unguarded;
  bool escape_channel = false;
  bool whole_packet = false;
  bool original = false;

  /// True when this flow control exists to prevent deadlock.
  bool guards() const { return rings != Rings::unguarded || escape_channel; }
};

}  // namespace fsin::router

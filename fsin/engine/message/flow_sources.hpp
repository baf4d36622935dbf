// SPDX-License-Identifier: Apache-2.0
// Messages of a node that enter the network one after the other, as through an injector, and the phits of them that are
// inside: the next message can enter when the last phit of the one before is inside, and that is when
//  * as many cycles have passed since its first cycle as it has phits, and
//  * the phits of its node inside, its own included, fit the queues on its route (its room), or it has ended.
//
// Not modelled: flows of other nodes, which fill the same queues.
#pragma once

#include <optional>
#include <vector>

#include "fsin/engine/message/due_heap.hpp"
#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

/// Whole cycles that cover the time, with a tolerance for rounding; at least 1.
Cycle whole_cycles(double cycles);

class FlowSources {
 public:
  struct Message {
    TransferNumber number = 0;
    double phits = 0;
    double room = 0;  ///< phits
  };
  /// State of a message that is being sent, at the beginning of a cycle.
  struct Draining {
    double left = 0;     ///< remaining phits
    double rate = 0;     ///< phits a cycle
    Cycle last = never;  ///< cycle in which its last phit arrives if nothing changes
  };
  struct Entered {
    TransferNumber number = 0;
    Cycle last = 0;  ///< cycle in which its last phit entered
  };

  void prepare(std::size_t nodes, unsigned injectors);

  /// Adds a message. False if it has to wait for others of its node; enter() returns it when its turn comes.
  bool come(std::uint32_t source, const Message& message);
  /// Begins the entry of the message in cycle `now`.
  void begin(TransferNumber number, std::uint32_t source, Cycle now);
  /// Changes the rate of a message by `by` from cycle `now` on.
  void change(TransferNumber number, std::uint32_t source, double by, Cycle now);
  /// Notes that the message is inside from cycle `now` on. Returns the message whose turn it is then.
  std::optional<TransferNumber> enter(TransferNumber number, std::uint32_t source, const Draining& at, Cycle now);
  /// Removes a message that has entered and has ended, from cycle `now` on.
  void remove(std::uint32_t source, const Draining& at, Cycle now);

  /// Plans anew the entries of messages after all changes in cycle `now` have been reported. `draining` returns the
  /// state of each that enters.
  template <class Tell>
  void settle(Cycle now, Tell draining) {
    for (const std::uint32_t source : touched_) {
      sources_[source].touched = false;
      for (std::size_t slot = source * injectors_; slot < (source + std::size_t{1}) * injectors_; ++slot) {
        if (entering_[slot] != none) plan(entering_[slot], sources_[source], draining(entering_[slot]), now);
      }
    }
    touched_.clear();
  }

  static double bytes(const Amounts& amounts) {
    return amounts.nodes * (sizeof(Source) + amounts.injectors * sizeof(TransferNumber)) +
           Amounts::grown(amounts.transfers) * (sizeof(Entering) + DueHeap::bytes_of_item());
  }

  Cycle next() const { return due_.next(); }
  Entered pop() {
    const Cycle last = due_.next();
    return {due_.pop(), last};
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.sources_, self.entering_, self.messages_, self.touched_, self.due_);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Entering {
    double phits = 0;
    double room = 0;
    Cycle began = never;
    TransferNumber next = none;  ///< the message that waits behind it
    bool inside = false;
  };
  struct Source {
    TransferNumber first = none, last = none;  ///< queue of the waiting messages
    std::uint32_t inside = 0;                  ///< number of messages inside
    double left = 0;                           ///< their remaining phits at the beginning of cycle `since`
    double rate = 0;
    Cycle since = 0;  ///< of a message that enters in a cycle: the next one
    bool touched = false;

    /// `now` may be the cycle before `since`, when a message has entered in it and rates change in it.
    double left_at(Cycle now) const {
      return left - rate * static_cast<double>(static_cast<std::int64_t>(now - since));
    }
  };

  void touch(std::uint32_t source);
  void count(Source& source, double left, double rate, Cycle now);
  TransferNumber& slot_with(std::uint32_t source, TransferNumber number);
  void plan(TransferNumber number, const Source& source, const Draining& at, Cycle now);

  std::size_t injectors_ = 1;
  std::vector<Source> sources_;           ///< state of each node
  std::vector<TransferNumber> entering_;  ///< message at each injector of each node, or none
  std::vector<Entering> messages_;        ///< message of each transfer
  std::vector<std::uint32_t> touched_;
  DueHeap due_;  ///< messages that enter, by the cycle of their last phit
};

}  // namespace fsin::engine::message

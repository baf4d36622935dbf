// SPDX-License-Identifier: Apache-2.0
// Messages of a node that enter the network one behind the other, as they do through an injector, and what of them is
// inside: the way into the network is free for the next when the last phit of a message is inside, and that is when
//  * so many cycles have gone by as it has phits, from its first cycle on, and
//  * what its node has inside, itself included, fits the queues that stand on its way (its room), or it is through.
//
// Not modelled: that flows of other nodes fill the same queues.
#pragma once

#include <optional>
#include <vector>

#include "fsin/engine/message/due_heap.hpp"
#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

/// Cycles in which so much time is over, a little rounding forgiven; at least 1.
Cycle whole_cycles(double cycles);

class FlowSources {
 public:
  struct Message {
    TransferNumber number = 0;
    double phits = 0;
    double room = 0;  ///< phits
  };
  /// What a message has to send at the beginning of a cycle.
  struct Draining {
    double left = 0;     ///< phits
    double rate = 0;     ///< phits a cycle
    Cycle last = never;  ///< in which its last phit arrives, when nothing changes
  };
  struct Entered {
    TransferNumber number = 0;
    Cycle last = 0;  ///< in which its last phit entered
  };

  void prepare(std::size_t nodes, unsigned injectors);

  /// False: it has to wait for others of its node, and is what enter() answers when it is its turn.
  bool come(std::uint32_t source, const Message& message);
  /// From cycle `now` on its phits enter.
  void begin(TransferNumber number, std::uint32_t source, Cycle now);
  /// Its rate is another by so much from cycle `now` on.
  void change(TransferNumber number, std::uint32_t source, double by, Cycle now);
  /// It is inside from cycle `now` on. Answers the message whose turn it is then.
  std::optional<TransferNumber> enter(TransferNumber number, std::uint32_t source, const Draining& at, Cycle now);
  /// It has entered, and is through from cycle `now` on.
  void remove(std::uint32_t source, const Draining& at, Cycle now);

  /// All changes in cycle `now` are told: plans anew when messages have entered. `draining` tells of each that enters.
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

  Cycle next() const { return due_.next(); }
  Entered pop() {
    const Cycle last = due_.next();
    return {due_.pop(), last};
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Entering {
    double phits = 0;
    double room = 0;
    Cycle began = never;
    TransferNumber next = none;  ///< that waits behind it
    bool inside = false;
  };
  struct Source {
    TransferNumber first = none, last = none;  ///< of those that wait
    std::uint32_t inside = 0;                  ///< messages
    double left = 0;                           ///< phits of theirs at the beginning of cycle `since`
    double rate = 0;
    Cycle since = 0;
    bool touched = false;

    double left_at(Cycle now) const { return left - rate * static_cast<double>(now - since); }
  };

  void touch(std::uint32_t source);
  void count(Source& source, double left, double rate, Cycle now);
  TransferNumber& slot_with(std::uint32_t source, TransferNumber number);
  void plan(TransferNumber number, const Source& source, const Draining& at, Cycle now);

  std::size_t injectors_ = 1;
  std::vector<Source> sources_;           ///< by node
  std::vector<TransferNumber> entering_;  ///< by node and injector; or none
  std::vector<Entering> messages_;        ///< by number of the transfer
  std::vector<std::uint32_t> touched_;
  DueHeap due_;  ///< messages that enter, in the cycle of their last phit
};

}  // namespace fsin::engine::message

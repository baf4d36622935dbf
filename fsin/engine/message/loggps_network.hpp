// SPDX-License-Identifier: Apache-2.0
// A Network (model.hpp) of nodes with a processor and a network interface each way, and only a latency between them:
// LogGPS. All times are fixed when a message begins, except for the waiting at the receiver.
#pragma once

#include <array>
#include <vector>

#include "fsin/engine/message/model.hpp"
#include "fsin/engine/message/quad_heap.hpp"

namespace fsin::engine::message {

/// Parameters in cycles; times per byte may be fractions.
struct LoggpsTimes {
  Cycle latency = 1;            ///< L
  Cycle overhead = 0;           ///< o
  Cycle gap = 0;                ///< g
  double byte_gap = 0;          ///< G
  double byte_overhead = 0;     ///< O
  std::uint64_t eager = never;  ///< S: longer messages are announced first
};

class LoggpsNetwork {
 public:
  explicit LoggpsNetwork(const LoggpsTimes& times = {}) : times_(times) {}

  void prepare(const Ground& ground);
  Cycle start(TransferNumber number, const Transfer& transfer, Cycle now);
  /// Handles the arrival of first and last bytes before `cycle`, which are not reported.
  void run_ahead(Cycle cycle);
  Cycle next() const { return std::min(next_untold(), next_told()); }
  void advance(Cycle now, Happenings& told);
  void finish(Cycle end, Happenings& told) { tell_ends(end + 1, told); }
  Cycle alone(const Transfer& transfer) const;
  Cycle whole_time(const Transfer& message) const;
  Cycle least_flight(std::uint64_t bytes) const { return alone({.bytes = bytes}); }
  double bytes(const Amounts& amounts) const {
    constexpr unsigned agendas = 2;  // departures, and one of the others, which a message is in one after the other
    return 3 * amounts.nodes * sizeof(Cycle) +
           Amounts::grown(amounts.transfers) * (agendas * sizeof(Planned) + sizeof(std::uint64_t));
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.processor_free_, self.out_free_, self.in_free_, self.departures_, self.arrivals_, self.whole_, self.ends_,
      self.bytes_, self.order_);
  }

 private:
  /// The parts of the time of a message of some size.
  struct Parts {
    Cycle announces = 0;  ///< time of request and answer
    Cycle processor = 0;  ///< time of the processor at each end
    Cycle streams = 0;    ///< cycles from the departure of the first byte to that of the last
    Cycle interface = 0;  ///< time of the interface until the next message may begin, at each end
    bool eager = true;
  };
  /// A planned event at the beginning of a cycle; of those in one cycle the lower node comes first, then the older.
  struct Planned {
    Cycle cycle = 0;
    std::uint32_t node = 0;
    TransferNumber number = 0;
    std::uint64_t order = 0;

    bool operator<(const Planned& other) const {
      const Place mine = place_of(cycle, node), its = place_of(other.cycle, other.node);
      const bool older = order < other.order;
      return (mine < its) | ((mine == its) & older);
    }
  };
  using Agenda = QuadHeap<Planned>;

  /// The parts for a size used before, kept because programs send few different sizes.
  struct Remembered {
    std::uint64_t bytes = never;
    Parts parts;
  };

  Parts parts_of(std::uint64_t bytes) const;
  const Parts& remembered_parts(std::uint64_t bytes);
  static Cycle first_of(const Agenda& agenda) { return agenda.empty() ? never : agenda.top().cycle; }
  Cycle next_untold() const { return std::min(first_of(arrivals_), first_of(whole_)); }
  Cycle next_told() const { return std::min(first_of(departures_), ends_.empty() ? never : ends_.top().cycle + 1); }
  void advance_untold(Cycle now);
  void arrive(const Planned& arrival);
  void take(const Planned& message);
  void tell_ends(Cycle now, Happenings& told);

  LoggpsTimes times_;
  bool tells_departures_ = false;
  std::vector<Cycle> processor_free_, out_free_, in_free_;  ///< first free cycle of each node
  Agenda departures_;                                       ///< ranks that go on
  Agenda arrivals_;                                         ///< arrivals of first bytes
  Agenda whole_;                                            ///< arrivals of last bytes
  Agenda ends_;                                             ///< ends of messages, in their last cycles
  std::vector<std::uint64_t> bytes_;                        ///< bytes of each transfer
  std::array<Remembered, 64> remembered_{};                 ///< results by the low bits of a size
  std::uint64_t order_ = 0;
};

}  // namespace fsin::engine::message

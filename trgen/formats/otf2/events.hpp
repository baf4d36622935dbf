// SPDX-License-Identifier: Apache-2.0
// Converts the events of one location of an OTF2 archive to records of its rank.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "trgen/formats/common/held_records.hpp"
#include "trgen/formats/common/receive_matcher.hpp"
#include "trgen/formats/otf2/definitions.hpp"

namespace trgen::formats::otf2 {

class Events {
 public:
  Events(const Library& library, const Definitions& definitions, bool score_p, record::TraceFacts& facts,
         record::RecordSink& sink);

  /// The following events are those of this rank.
  void begin(std::uint32_t rank);
  void end_rank();
  /// Adds to the losses everything that occurred and has no place in records.
  void finish();
  /// Throws again the exception of a callback.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }
  OTF2_EvtReaderCallbacks* callbacks() const { return callbacks_.get(); }

  // Called by the callbacks of the library:
  struct At {
    std::uint64_t ticks;
    std::uint64_t position;
    const OTF2_AttributeList* attributes;
  };
  struct Message {
    std::uint32_t peer, communicator, tag;
    std::uint64_t bytes;
  };
  struct Facts {
    OTF2_CollectiveOp operation;
    std::uint32_t communicator, root;
    std::uint64_t sent, received;
  };
  void enter(const At& at, std::uint32_t region);
  void leave(const At& at, std::uint32_t region);
  void send(const At& at, const Message& message);
  void receive(const At& at, const Message& message, std::optional<std::uint64_t> request);
  void posted(std::uint64_t request);
  void cancelled(std::uint64_t request);
  void collective_begin(const At& at);
  void collective_end(const At& at, const Facts& facts);
  void nonblocking_begin(std::uint64_t request);
  void nonblocking_end(const At& at, const Facts& facts, std::uint64_t request);
  /// An event of a kind that no record can express; `name` is a literal.
  void uncarried(const char* name);

  template <class Action>
  OTF2_CallbackCode keep(Action action) {
    try {
      action(*this);
    } catch (...) {
      thrown_ = std::current_exception();
      return OTF2_CALLBACK_INTERRUPT;
    }
    return OTF2_CALLBACK_SUCCESS;
  }

 private:
  record::Record at(const At& at, record::Kind kind) const;
  record::Record message(const At& at, record::Kind kind, const Message& message);
  const Communicator& communicator(std::uint32_t reference, std::uint64_t position) const;
  const std::vector<std::uint32_t>& peers(const Communicator& communicator);
  std::uint32_t world_rank(std::uint32_t reference, std::uint32_t rank, std::uint64_t position);
  std::uint32_t root(const Facts& facts, std::uint64_t position);
  void complete(record::Record& state, const Facts& facts, std::uint64_t position);
  void settle_entered();
  void lone_collective(const At& at, const Facts& facts);
  std::uint16_t state(const std::string& name);
  std::uint8_t wildcards(const OTF2_AttributeList* attributes) const;

  void missing_end();
  void tell_unrecorded();

  struct Collective {
    std::optional<HeldRecords::Ticket> state;  ///< empty: it began outside any state
    std::uint64_t depth = 0;                   ///< number of open functions where it began
  };

  const Library& library_;
  const Definitions& definitions_;
  bool score_p_;
  record::TraceFacts& facts_;
  HeldRecords records_;
  ReceiveMatcher order_;
  EventCallbacks callbacks_;
  std::exception_ptr thrown_;
  std::uint32_t rank_ = 0;
  std::optional<HeldRecords::Ticket> entered_;  ///< the state entered last, until something follows
  std::vector<Collective> collectives_;         ///< collectives that have begun and not ended, innermost last
  std::uint64_t depth_ = 0;                     ///< functions that were entered and not left
  std::uint64_t messages_ = 0;                  ///< messages since a function was entered
  std::unordered_set<std::uint64_t> posted_;    ///< receives that are not complete
  std::uint64_t never_complete_ = 0;            ///< receives of this rank whose message is missing
  std::uint64_t exchanges_ = 0;                 ///< calls of MPI_Sendrecv of this rank whose messages are missing
  std::uint64_t all_never_complete_ = 0;
  std::uint64_t all_exchanges_ = 0;
  std::uint64_t collective_ticks_ = 0;  ///< time at which the innermost one began
  std::unordered_map<std::uint64_t, std::optional<HeldRecords::Ticket>>
      nonblocking_;  ///< by request; empty: it began outside any state
  std::vector<std::pair<const char*, std::uint64_t>> uncarried_;
  std::vector<std::pair<std::string, std::uint64_t>> other_regions_;
  std::uint64_t without_facts_ = 0;
  std::uint64_t before_start_ = 0;
};

/// Sets the callbacks for every kind of event; their user data is an Events.
void set_callbacks(OTF2_EvtReaderCallbacks* callbacks);

}  // namespace trgen::formats::otf2

// SPDX-License-Identifier: Apache-2.0
// Which receives of a trace are from any source, and how they are replayed: from the source that was recorded, or from
// whichever comes first (Miguel-Alonso, Navaridas and Ridruejo, section 5.2).
//
// A receive is from any source if its record is marked. Formats that mark states only, as INSEE's, have no marked
// receive: there all receives inside a marked state are from any source. A marked receive of a message of the rank to
// itself stays as it was recorded.
#pragma once

#include <cstdint>

#include "trgen/programs/operation.hpp"
#include "trgen/record/source.hpp"

namespace trgen::replay {

class AnySource {
 public:
  /// All receives are from the source that was recorded.
  AnySource() = default;

  /// Receives from any source are left open. Reads the trace up to its first marked receive. Throws record::TraceError
  /// when it cannot be read.
  static AnySource open(const record::TraceSource& source);

  /// The operation of a receive of `rank`.
  programs::Operation receive(const record::Record& record, bool in_marked_state, std::uint32_t rank) const {
    programs::Operation operation{.kind = programs::OperationKind::receive,
                                  .tag = record.tag,
                                  .peer = record.peer,
                                  .communicator = record.communicator,
                                  .amount = record.bytes};
    if (!open_ || record.peer == rank || !(record.any_source || (by_state_ && in_marked_state))) return operation;
    operation.peer = programs::any_rank;
    operation.call = std::uint64_t{record.peer} + 1;
    if (record.any_tag) operation.tag = programs::any_tag;
    return operation;
  }

 private:
  bool open_ = false;
  bool by_state_ = false;
};

}  // namespace trgen::replay

// SPDX-License-Identifier: Apache-2.0
// The operations of all ranks, those of each one after the other: what ranks run (trgen/replay/ranks), be it a trace or
// a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/core/bytes.hpp"
#include "fsin/workload/timeline.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/record/source.hpp"

namespace trgen::replay {

class OperationReader {
 public:
  OperationReader() = default;
  OperationReader(const OperationReader&) = delete;
  OperationReader& operator=(const OperationReader&) = delete;
  virtual ~OperationReader() = default;

  /// The next operation of the rank: none of kind collective. False at its end, or when failure() says why it cannot be
  /// read.
  virtual bool next(std::uint32_t rank, programs::Operation& out) = 0;

  /// Kinds of operations of which whoever reads makes no use.
  struct Unused {
    bool bursts = false;
    bool calls = false;  ///< enter and leave
    bool receives = false;
  };
  /// From now on next() may skip these.
  virtual void may_skip(const Unused& /*unused*/) {}

  /// The call that the rank has just entered; of an operation of kind enter.
  virtual fsin::workload::Call call(std::uint32_t rank, const programs::Operation& enter) const = 0;

  /// Empty while all is well.
  virtual std::string failure() const = 0;

  /// The messages that a part of a trace leaves out.
  virtual std::optional<record::LeftOut> left_out() const { return std::nullopt; }

  /// A line to be said first where ranks wait for ever; empty: nothing.
  virtual std::string remark() const { return {}; }

  /// How much has been read of how much, in any unit.
  virtual double read() const = 0;
  virtual double whole() const = 0;

  /// Unit of the bursts of the rank.
  virtual std::string_view unit(std::uint32_t /*rank*/) const { return "ns"; }

  /// The number of the rank's last operation, as place() says it; 0 where operations have none.
  virtual std::uint64_t number(std::uint32_t /*rank*/) const { return 0; }

  /// The same in the file, of which the operations may be a part.
  virtual std::uint64_t number_in_file(std::uint32_t /*rank*/, std::uint64_t number) const { return number; }

  /// The step of a program that the rank is in; of anything else 0.
  virtual std::uint64_t step(std::uint32_t /*rank*/) const { return 0; }

  /// Where the rank's last operation stands, for messages: "step 7, operation 2".
  virtual std::string place(std::uint32_t rank) const = 0;

  /// Saves and restores the positions for a run that is continued later.
  virtual void save(fsin::ByteWriter& out) const = 0;
  virtual void load(fsin::ByteReader& in) = 0;
};

}  // namespace trgen::replay

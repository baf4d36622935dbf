// SPDX-License-Identifier: Apache-2.0
// What readers of the records of a trace have in common: the trace, its states as calls, and places in its file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "trgen/record/source.hpp"
#include "trgen/replay/readers/any_source.hpp"
#include "trgen/replay/readers/operation_reader.hpp"

namespace trgen::replay {

class RecordReader : public OperationReader {
 public:
  fsin::workload::Call call(std::uint32_t /*rank*/, const programs::Operation& enter) const override {
    return {source_->state_names()[enter.state], {}};
  }
  std::string failure() const override { return cursor_->failure(); }
  std::optional<record::LeftOut> left_out() const override { return source_->left_out(); }
  std::string remark() const override;
  std::string_view unit(std::uint32_t rank) const override;
  double read() const override { return static_cast<double>(records_read_); }
  double whole() const override { return static_cast<double>(source_->records()); }
  std::uint64_t number_in_file(std::uint32_t rank, std::uint64_t number) const override {
    return source_->number_in_file(rank, number);
  }

 protected:
  RecordReader(std::shared_ptr<const record::TraceSource> source, const AnySource& any_source)
      : source_(std::move(source)), cursor_(source_->open()), any_source_(any_source) {}

  /// "record 7, cg.txt:12".
  std::string place_of(std::uint32_t rank, std::uint64_t record, std::uint64_t line) const;

  /// Goes to where so many records of each rank have been read.
  template <class RecordsOf>
  void read_again(RecordsOf records_of) {
    cursor_ = source_->open();
    record::Record record;
    for (std::uint32_t rank = 0; rank < source_->ranks(); ++rank) {
      for (std::uint64_t i = 0; i < records_of(rank); ++i) {
        if (!cursor_->next(rank, record)) break;  // failure() says why
      }
    }
  }

  std::shared_ptr<const record::TraceSource> source_;
  std::unique_ptr<record::TraceCursor> cursor_;
  AnySource any_source_;
  std::uint64_t records_read_ = 0;
};

}  // namespace trgen::replay

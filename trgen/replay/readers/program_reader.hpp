// SPDX-License-Identifier: Apache-2.0
// The operations of a program (trgen/programs).
#pragma once

#include <fmt/core.h>

#include <memory>
#include <string>

#include "trgen/programs/cursor.hpp"
#include "trgen/replay/readers/operation_reader.hpp"

namespace trgen::replay {

class ProgramReader final : public OperationReader {
 public:
  explicit ProgramReader(std::shared_ptr<const programs::Program> program,
                         const programs::collectives::Choice& choice = {})
      : cursor_(std::move(program), choice) {}

  bool next(std::uint32_t rank, programs::Operation& out) override {
    while (cursor_.next(rank, out)) {
      if (!skips(out.kind)) return true;
    }
    return false;
  }
  void may_skip(const Unused& unused) override { unused_ = unused; }
  fsin::workload::Call call(std::uint32_t rank, const programs::Operation& enter) const override {
    return {cursor_.function(enter.state), cursor_.algorithm(rank)};
  }
  std::string failure() const override { return cursor_.failure(); }
  double read() const override { return static_cast<double>(cursor_.steps_begun()); }
  double whole() const override { return cursor_.all_steps(); }
  std::uint64_t step(std::uint32_t rank) const override { return cursor_.step(rank) - 1; }
  std::string place(std::uint32_t rank) const override {
    return fmt::format("step {} of {}, operation {}", cursor_.step(rank), cursor_.steps(rank), cursor_.operation(rank));
  }
  void save(fsin::ByteWriter& out) const override { cursor_.save(out); }
  void load(fsin::ByteReader& in) override { cursor_.load(in); }

 private:
  bool skips(programs::OperationKind kind) const {
    using enum programs::OperationKind;
    return (unused_.calls && (kind == enter || kind == leave)) || (unused_.bursts && kind == compute);
  }

  programs::Cursor cursor_;
  Unused unused_;
};

}  // namespace trgen::replay

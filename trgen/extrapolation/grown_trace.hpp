// SPDX-License-Identifier: Apache-2.0
// A structure that was made, not read, as a trace.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "trgen/extrapolation/growth.hpp"
#include "trgen/record/source.hpp"
#include "trgen/structure/expansion.hpp"

namespace trgen::extrapolation {

class GrownTrace final : public record::TraceSource {
 public:
  GrownTrace(Grown grown, record::TraceNotes notes);

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return grown_.structure->ranks; }
  std::uint64_t records() const override { return grown_.records; }
  std::uint64_t records(std::uint32_t rank) const override;
  const std::vector<std::string>& state_names() const override { return grown_.structure->states; }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const record::TraceNotes& notes() const override { return notes_; }
  record::CallCensus census() const override { return grown_.census; }
  std::unique_ptr<record::TraceCursor> open() const override;

 private:
  std::shared_ptr<const structure::Expansion> expansion() const;

  Grown grown_;
  record::TraceNotes notes_;
  std::string name_;
  std::string digest_;
  std::vector<std::string> warnings_;
};

}  // namespace trgen::extrapolation

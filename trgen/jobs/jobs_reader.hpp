// SPDX-License-Identifier: Apache-2.0
// The operations of several jobs, whose ranks are numbered one after the other.
#pragma once

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trgen/replay/ranks/settings.hpp"
#include "trgen/replay/readers/operation_reader.hpp"

namespace trgen::jobs {

class JobsReader final : public replay::OperationReader {
 public:
  /// `readers` in the order of the jobs.
  JobsReader(std::vector<std::unique_ptr<replay::OperationReader>> readers, std::vector<replay::Job> jobs,
             std::vector<std::uint16_t> job_of_rank)
      : readers_(std::move(readers)), jobs_(std::move(jobs)), job_of_rank_(std::move(job_of_rank)) {}

  bool next(std::uint32_t rank, programs::Operation& out) override {
    const std::size_t number = job_of_rank_[rank];
    const replay::Job& job = jobs_[number];
    if (!readers_[number]->next(rank - job.first_rank, out)) return false;
    using enum programs::OperationKind;
    const bool message = out.kind == send || out.kind == receive || out.kind == send_start || out.kind == receive_start;
    if (!message) return true;
    if (out.peer == programs::any_rank) {
      if (out.call != 0) out.call += job.first_rank;  // the recorded source (trgen/replay/readers/any_source.hpp)
      return true;
    }
    if (out.peer >= job.ranks) {
      failure_ =
          fmt::format("{}: a message to or from rank {}, but the job has {} ranks", place(rank), out.peer, job.ranks);
      return false;
    }
    out.peer += job.first_rank;
    return true;
  }

  void may_skip(const Unused& unused) override {
    for (const auto& reader : readers_) reader->may_skip(unused);
  }

  fsin::workload::Call call(std::uint32_t rank, const programs::Operation& enter) const override {
    const std::size_t number = job_of_rank_[rank];
    return readers_[number]->call(rank - jobs_[number].first_rank, enter);
  }
  std::string_view unit(std::uint32_t rank) const override {
    const std::size_t number = job_of_rank_[rank];
    return readers_[number]->unit(rank - jobs_[number].first_rank);
  }
  std::uint64_t number(std::uint32_t rank) const override {
    const std::size_t number = job_of_rank_[rank];
    return readers_[number]->number(rank - jobs_[number].first_rank);
  }
  std::uint64_t number_in_file(std::uint32_t rank, std::uint64_t record) const override {
    const std::size_t number = job_of_rank_[rank];
    return readers_[number]->number_in_file(rank - jobs_[number].first_rank, record);
  }

  std::string failure() const override {
    if (!failure_.empty()) return failure_;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      const std::string failure = readers_[i]->failure();
      if (!failure.empty()) return fmt::format("job {}: {}", jobs_[i].name, failure);
    }
    return {};
  }

  std::optional<record::LeftOut> left_out() const override {
    std::optional<record::LeftOut> sum;
    for (const auto& reader : readers_) {
      const auto one = reader->left_out();
      if (!one) continue;
      if (!sum) sum.emplace();
      sum->sends += one->sends;
      sum->receives += one->receives;
    }
    return sum;
  }
  std::string remark() const override {
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      const std::string remark = readers_[i]->remark();
      if (!remark.empty()) return fmt::format("job {}: {}", jobs_[i].name, remark);
    }
    return {};
  }

  /// Jobs count alike, whatever they count in.
  double read() const override {
    double sum = 0;
    for (const auto& reader : readers_) sum += reader->whole() > 0 ? reader->read() / reader->whole() : 1;
    return sum;
  }
  double whole() const override { return static_cast<double>(readers_.size()); }

  std::string place(std::uint32_t rank) const override {
    const std::size_t number = job_of_rank_[rank];
    const std::uint32_t own = rank - jobs_[number].first_rank;
    return fmt::format("job {}, its rank {}, {}", jobs_[number].name, own, readers_[number]->place(own));
  }

  void save(fsin::ByteWriter& out) const override {
    for (const auto& reader : readers_) reader->save(out);
  }
  void load(fsin::ByteReader& in) override {
    for (const auto& reader : readers_) reader->load(in);
  }

 private:
  std::vector<std::unique_ptr<replay::OperationReader>> readers_;
  std::vector<replay::Job> jobs_;
  std::vector<std::uint16_t> job_of_rank_;
  std::string failure_;
};

}  // namespace trgen::jobs

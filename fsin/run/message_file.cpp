// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/message_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "fsin/core/append.hpp"
#include "fsin/core/csv.hpp"
#include "fsin/core/input_output_error.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/run/lone_times.hpp"

namespace fsin::run {
namespace {

constexpr std::size_t block_of_messages = std::size_t{1} << 16U;

/// Beside the file, where there is room for it; of a pipe, where temporary files are.
std::filesystem::path folder_beside(const std::string& path) {
  std::error_code error;
  const OutputPlace place(path, error);
  if (error || place.direct() || is_standard_output(path)) return std::filesystem::temp_directory_path();
  const std::filesystem::path folder = place.path().parent_path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

const std::string& job_of(const std::vector<trgen::jobs::JobRanks>& jobs, std::uint32_t rank) {
  static const std::string none;
  const auto after = std::upper_bound(jobs.begin(), jobs.end(), rank,
                                      [](std::uint32_t number, const auto& job) { return number < job.first; });
  return after == jobs.begin() ? none : (after - 1)->name;
}

/// Under a model of flows, a message may have entered and wait for its share.
bool knows_waits(const engine::Design& design) {
  return !design.model || !engine::message::follows_routes(*design.model);
}

}  // namespace

MessageFile::MessageFile(const std::string& path)
    : out_(path),
      rows_(folder_beside(path)),
      text_(
          "job,source,destination,source_node,destination_node,tag,bytes,start_cycle,end_cycle,start_ns,end_ns,"
          "time_ns,waited_ns,alone_ns,slowdown,hops\n") {}

bool MessageFile::Row::operator<(const Row& other) const {
  const auto all = [](const Row& row) {
    return std::tie(row.start, row.source, row.destination, row.tag, row.bytes, row.end, row.waited, row.copies,
                    row.phits, row.hops);
  };
  return all(*this) < all(other);
}

void MessageFile::message(const workload::MessageLife& message) {
  if (message.signal || failure_) return;
  if (message.control) {
    ++requests_;
    return;
  }
  try {
    rows_.add({message.ready, message.delivered, message.waited, message.copies, message.bytes, message.source,
               message.destination, message.tag, message.phits, message.hops});
  } catch (const InputOutputError&) {
    failure_ = std::current_exception();
    throw;
  }
}

void MessageFile::write(const Row& row, const Run& run, std::optional<double> alone) {
  const double ns = run.seconds_per_cycle * 1e9;
  const auto node = [&](std::uint32_t number) { return run.has_ranks ? run.totals.ranks[number].node.value : number; };
  append(text_, "{},{},{},{},{},", csv_field(job_of(run.jobs, row.source)), run.names[row.source].rank,
         run.names[row.destination].rank, node(row.source), node(row.destination));
  if (run.has_ranks) append(text_, "{}", row.tag);
  append(text_, ",{},{},{},{:.12g},{:.12g},{:.12g},", row.bytes, row.start, row.end,
         static_cast<double>(row.start) * ns, static_cast<double>(row.end) * ns,
         static_cast<double>(row.end - row.start) * ns);
  if (knows_waits(run.design)) append(text_, "{:.12g}", static_cast<double>(row.waited) * ns);
  text_ += ',';
  if (alone) append(text_, "{:.12g}", *alone * ns);
  text_ += ',';
  if (const auto slowdown = stats::slowdown_of(row.end - row.start, alone)) append(text_, "{:.6g}", *slowdown);
  append(text_, ",{}\n", row.hops);
  if (text_.size() < block_of_messages) return;
  out_.write(std::string_view(text_));
  text_.clear();
}

stats::MessageTimes MessageFile::finish(const Run& run) {
  if (failure_) std::rethrow_exception(failure_);
  stats::MessageTimesBySize by_size;
  with_lone_times(run.design, run.topology, run.facts, !run.has_ranks, [&](const LoneTime& lone) {
    rows_.visit([&](Row row) {
      engine::message::Lone message{row.source, row.destination, row.bytes, 0};
      if (run.has_ranks) {
        message.source = run.totals.ranks[row.source].node.value;
        message.destination = run.totals.ranks[row.destination].node.value;
      } else {
        message.packet_phits = row.phits;
        row.bytes = std::min(std::uint64_t{row.phits} * run.facts.phit_bytes, run.facts.packet_bytes());
      }
      const auto alone = row.copies != 0 ? std::optional(static_cast<double>(row.copies)) : lone(message);
      by_size.add(row.bytes, row.end - row.start, alone);
      write(row, run, alone);
    });
  });
  out_.write(std::string_view(text_));
  out_.commit();
  stats::MessageTimes times = by_size.times();
  const workload::Report& report = run.totals.workload;
  if (!run.has_ranks) {
    times.under_way = run.totals.packets_in_network;
  } else if (report.messages_sent > report.messages_delivered) {
    times.under_way = report.messages_sent - report.messages_delivered;
  }
  times.requests = requests_;
  return times;
}

}  // namespace fsin::run

// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "trgen/commands/report.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;
using record::Record;

struct Row {
  std::string_view what;
  std::string_view key;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

std::vector<Row> volumes(const record::TraceSource& a, const record::TraceSource& b, const Comparison& found) {
  const Tally& left = found.tally_a();
  const Tally& right = found.tally_b();
  return {{"ranks", "ranks", a.ranks(), b.ranks()},
          {"records", "records", a.records(), b.records()},
          {"messages", "messages", left.sent().messages, right.sent().messages},
          {"bytes", "bytes", left.sent().bytes, right.sent().bytes},
          {"duration, ns", "duration_ns", left.duration_ns(), right.duration_ns()},
          {"CPU bursts, ns", "burst_ns", left.bursts().total_ns, right.bursts().total_ns}};
}

/// "+1.2 %": of the second number against the first.
std::string change(const Row& row) {
  if (row.a == row.b) return "equal";
  if (row.a == 0) return "-";
  return fmt::format("{:+.3f} %", 100.0 * (static_cast<double>(row.b) / static_cast<double>(row.a) - 1));
}

}  // namespace

Comparison::Comparison(const record::TraceSource& a, const record::TraceSource& b, bool timed, std::size_t most)
    : a_(a), b_(b), timed_(timed), most_(most), states_(b.state_names().size()) {
  const auto& names = a.state_names();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), b.state_names()[i]);
    states_[i] = static_cast<std::uint16_t>(found - names.begin());  // behind them all where A has no such state
  }
}

void Comparison::run() {
  const auto left = a_.open();
  const auto right = b_.open();
  for (std::uint32_t rank = 0; rank < std::max(a_.ranks(), b_.ranks()); ++rank) compare_rank(*left, *right, rank);
  record::stop_at_failure(a_, *left);
  record::stop_at_failure(b_, *right);
}

/// Makes a record of B one that can be compared with those of A.
Record Comparison::in_terms_of_a(Record record, const Record& other) const {
  if (!record::is_message(record.kind)) record.state = states_[record.state];
  record.line = other.line;
  if (!timed_) record.time_ns = other.time_ns;
  return record;
}

void Comparison::compare_rank(record::TraceCursor& left, record::TraceCursor& right, std::uint32_t rank) {
  const std::uint64_t before = records_;
  Record a;
  Record b;
  bool more_a = true;
  bool more_b = true;
  for (std::uint64_t number = 1;; ++number) {
    more_a = more_a && rank < a_.ranks() && left.next(rank, a);
    more_b = more_b && rank < b_.ranks() && right.next(rank, b);
    if (!more_a && !more_b) break;
    if (more_a) tally_a_.add(rank, a);
    if (more_b) tally_b_.add(rank, b);
    if (more_a && more_b && a == in_terms_of_a(b, a)) continue;
    ++records_;
    if (first_.size() < most_)
      first_.push_back(fmt::format("rank {}, record {}: {} | {}", rank, number, in_words(a_, more_a ? &a : nullptr),
                                   in_words(b_, more_b ? &b : nullptr)));
  }
  ranks_ += records_ > before ? 1U : 0U;
}

std::string Comparison::in_words(const record::TraceSource& trace, const Record* record) const {
  if (record == nullptr) return "(no record)";
  std::string text = record::describe(*record, trace.state_names());
  if (record->collective)
    text += fmt::format(" communicator={} sent={} received={}", record->communicator, record->bytes, record->received);
  if (record->match != 0) text += fmt::format(" match={}", record->match);
  if (timed_) text += fmt::format(" at {} ns", record->time_ns);
  return fmt::format("{} ({})", text, record::place(trace.name(), *record));
}

void Comparison::print_result() const {
  print("A: {}\nB: {}\n\n  {:<15} {:>22} {:>22}  {}\n", a_.name(), b_.name(), "", "A", "B", "B against A");
  for (const Row& row : volumes(a_, b_, *this))
    print("  {:<15} {:>22} {:>22}  {}\n", row.what, grouped(row.a), grouped(row.b), change(row));
  const std::string_view without = timed_ ? "" : ", times left aside";
  if (equal()) return print("\nequal: every record of every rank{}\n", without);
  print("\ndifferent: {} records of {} ranks{}\n", grouped(records_), grouped(ranks_), without);
  for (const std::string& each : first_) print("  {}\n", each);
  if (records_ > first_.size() && most_ > 0) print("  ... and {} more\n", grouped(records_ - first_.size()));
}

ordered_json Comparison::result_json() const {
  ordered_json object{
      {"equal", equal()}, {"differing_records", records_}, {"differing_ranks", ranks_}, {"first", first_}};
  for (const Row& row : volumes(a_, b_, *this)) object[std::string(row.key)] = {{"a", row.a}, {"b", row.b}};
  return object;
}

}  // namespace trgen::commands

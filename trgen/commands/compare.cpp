// SPDX-License-Identifier: Apache-2.0
// trgen compare: whether two traces are the same, record by record; by how much they differ in volume, and in which of
// their loops.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/say.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/tally.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/structure/nesting.hpp"
#include "trgen/structure/outline.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;
using record::Record;

/// A pair of traces, while their records go by.
class Comparison {
 public:
  Comparison(const record::TraceSource& a, const record::TraceSource& b, bool timed, std::size_t most)
      : a_(a), b_(b), timed_(timed), most_(most), states_(b.state_names().size()) {
    const auto& names = a.state_names();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto found = std::find(names.begin(), names.end(), b.state_names()[i]);
      states_[i] = static_cast<std::uint16_t>(found - names.begin());  // behind them all where A has no such state
    }
  }

  void run() {
    const auto left = a_.open();
    const auto right = b_.open();
    for (std::uint32_t rank = 0; rank < std::max(a_.ranks(), b_.ranks()); ++rank) compare_rank(*left, *right, rank);
    record::stop_at_failure(a_, *left);
    record::stop_at_failure(b_, *right);
  }

  bool equal() const { return records_ == 0 && a_.ranks() == b_.ranks(); }
  std::uint64_t records() const { return records_; }
  std::uint32_t ranks() const { return ranks_; }
  const std::vector<std::string>& first() const { return first_; }
  const Tally& tally_a() const { return tally_a_; }
  const Tally& tally_b() const { return tally_b_; }

 private:
  /// Makes a record of B one that can be compared with those of A.
  Record in_terms_of_a(Record record, const Record& other) const {
    if (!record::is_message(record.kind)) record.state = states_[record.state];
    record.line = other.line;
    if (!timed_) record.time_ns = other.time_ns;
    return record;
  }

  void compare_rank(record::TraceCursor& left, record::TraceCursor& right, std::uint32_t rank) {
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

  std::string in_words(const record::TraceSource& trace, const Record* record) const {
    if (record == nullptr) return "(no record)";
    std::string text = record::describe(*record, trace.state_names());
    if (record->collective)
      text +=
          fmt::format(" communicator={} sent={} received={}", record->communicator, record->bytes, record->received);
    if (record->match != 0) text += fmt::format(" match={}", record->match);
    if (timed_) text += fmt::format(" at {} ns", record->time_ns);
    return fmt::format("{} ({})", text, record::place(trace.name(), *record));
  }

  const record::TraceSource& a_;
  const record::TraceSource& b_;
  bool timed_;
  std::size_t most_;
  std::vector<std::uint16_t> states_;  ///< by state of B: that of A with the same name
  Tally tally_a_;
  Tally tally_b_;
  std::uint64_t records_ = 0;  ///< that differ
  std::uint32_t ranks_ = 0;    ///< that differ
  std::vector<std::string> first_;
};

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

std::optional<structure::OutlineComparison> compare_loops(const record::TraceSource& a, const record::TraceSource& b) {
  const auto outline = [](const record::TraceSource& trace) {
    return structure::outline_of(structure::nested(formats::loops::structure_of(trace, formats::loops::Times::none())));
  };
  return structure::compare(outline(a), outline(b));
}

/// "iterations 25 | 30", or what only one of the two does.
std::string in_words(const structure::OutlineDifference& each) {
  if (!each.what.empty()) return fmt::format("{}: {} {} | {}", each.where, each.what, each.a, each.b);
  return each.b.empty() ? fmt::format("only in A: {}: {}", each.where, each.a)
                        : fmt::format("only in B: {}: {}", each.where, each.b);
}

void print_first(const std::vector<std::string>& lines, std::size_t most, std::uint64_t of) {
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) print("  {}\n", lines[i]);
  if (of > most && most > 0) print("  ... and {} more\n", grouped(of - most));
}

void print_loops(const std::optional<structure::OutlineComparison>& found, std::size_t most) {
  if (!found) return print("\nby structure: not compared, since the traces have too little structure\n");
  print("\nby structure: {} loops and {} sends and receives are in both, {} and {} only in A, {} and {} only in B\n",
        grouped(found->loops_in_both), grouped(found->messages_in_both), grouped(found->loops_only_a),
        grouped(found->messages_only_a), grouped(found->loops_only_b), grouped(found->messages_only_b));
  if (found->differences.empty()) print("  no loop, call or message differs in what is compared\n");
  std::vector<std::string> lines;
  for (const auto& each : found->differences) lines.push_back(in_words(each));
  print_first(lines, most, lines.size());
}

ordered_json to_json(const std::optional<structure::OutlineComparison>& found) {
  if (!found) return nullptr;
  ordered_json differences = ordered_json::array();
  for (const auto& each : found->differences)
    differences.push_back({{"where", each.where}, {"what", each.what}, {"a", each.a}, {"b", each.b}});
  return {
      {"loops", {{"both", found->loops_in_both}, {"a", found->loops_only_a}, {"b", found->loops_only_b}}},
      {"messages", {{"both", found->messages_in_both}, {"a", found->messages_only_a}, {"b", found->messages_only_b}}},
      {"differences", differences}};
}

int run_compare(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(2, 2, "two traces", diagnostics);
  const std::size_t most = arguments.natural("most", 0, 100000, diagnostics).value_or(10);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const auto a = formats::open_trace(arguments.positional()[0], options);
  const auto b = formats::open_trace(arguments.positional()[1], options);
  Comparison found(*a, *b, !arguments.has("ignore-times"), most);
  found.run();
  const std::vector<Row> rows = volumes(*a, *b, found);
  const bool by_structure = !found.equal() && !arguments.has("no-structure");
  const auto loops = by_structure ? compare_loops(*a, *b) : std::nullopt;
  if (arguments.has("json")) {
    ordered_json object{{"equal", found.equal()},
                        {"differing_records", found.records()},
                        {"differing_ranks", found.ranks()},
                        {"first", found.first()}};
    for (const Row& row : rows) object[std::string(row.key)] = {{"a", row.a}, {"b", row.b}};
    if (by_structure) object["structure"] = to_json(loops);
    print_json(object);
    return found.equal() ? exit_done : exit_outcome;
  }
  print("A: {}\nB: {}\n\n  {:<15} {:>22} {:>22}  {}\n", a->name(), b->name(), "", "A", "B", "B against A");
  for (const Row& row : rows)
    print("  {:<15} {:>22} {:>22}  {}\n", row.what, grouped(row.a), grouped(row.b), change(row));
  const std::string_view without = arguments.has("ignore-times") ? ", times left aside" : "";
  if (found.equal()) {
    print("\nequal: every record of every rank{}\n", without);
    return exit_done;
  }
  print("\ndifferent: {} records of {} ranks{}\n", grouped(found.records()), grouped(found.ranks()), without);
  print_first(found.first(), most, found.records());
  if (by_structure) print_loops(loops, most);
  return exit_outcome;
}

constexpr std::array compare_options{
    Option{"ignore-times", "", "compare everything but times"},
    Option{"most", "N", "print the first N records and loops that differ (default 10)"},
    Option{"no-structure", "", "do not compare loops, which takes another reading"},
    Option{"json", "", "print one JSON object"}, spool_option};

}  // namespace

const Command compare_command{
    .name = "compare",
    .summary = "compares two traces record by record, their volumes and their loops",
    .usage = "[--ignore-times] [--no-structure] [--json] A B",
    .description =
        "Reads both traces side by side, each in whatever format it is, and compares the n-th record of each rank in\n"
        "one with the n-th in the other: kind, state by its name, partner, tag, communicator, bytes, marks, facts of\n"
        "collectives, and time. Prints the volumes of both and the first records that differ. Where records differ,\n"
        "the loops of both are found as trgen compress finds them, laid side by side, and compared: which loops, "
        "calls\n"
        "and messages are in both, and which of these differ in iterations, ranks, partners, sizes or tags. Loops are\n"
        "numbered as in A: 2.1 is the first loop in the second one.\n"
        "Exit code 0 if all records are equal, 1 if not.",
    .examples =
        "  trgen compare cg.W.64.txt.zst cg.W.64.loops\n  trgen compare --ignore-times monday.txt.zst "
        "tuesday.txt.zst\n",
    .options = compare_options,
    .run = run_compare};

}  // namespace trgen::commands

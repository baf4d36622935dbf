// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/live_cpu_times.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/io/input.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/io/output.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin::sources {
namespace {

constexpr std::string_view first_line_of_times = "#fsin-cpu 1";
constexpr std::string_view ranks_word = "#ranks ";
constexpr std::uint64_t most_ranks_of_times = 65536;
constexpr std::uint64_t longest_burst = std::uint64_t{1} << 53U;  // ps

class CpuTimesWriter final : public live::Chronicle {
 public:
  CpuTimesWriter(std::string file, std::uint32_t ranks, const std::vector<std::string>& command)
      : file_(std::move(file)), names_(ranks) {
    text_ = fmt::format("{}\n{}{}\n#command", first_line_of_times, ranks_word, ranks);
    for (const std::string& word : command) text_ += " " + one_line(word);
    text_ += "\n";
  }

  void add(std::uint32_t rank, const live::LogEntry& entry) override {
    if (entry.kind == live::Logged::name) {
      std::vector<std::string>& names = names_[rank];
      if (names.size() <= entry.call) names.resize(std::size_t{entry.call} + 1);
      names[entry.call] = static_cast<const char*>(entry.name);
      return;
    }
    if (entry.kind != live::Logged::enter && entry.kind != live::Logged::pause) return;
    if (rank_ != rank) {
      rank_ = rank;
      text_ += fmt::format("rank {}\n", rank);
    }
    text_ += fmt::format("{} {}\n", names_[rank][entry.call], entry.event.amount);
    constexpr std::size_t block = std::size_t{1} << 18U;
    if (text_.size() >= block) write();
  }

  void finish() override {
    write();
    output_->commit();
  }

 private:
  void write() {
    if (!output_) output_.emplace(file_);
    output_->write(std::string_view(text_));
    text_.clear();
  }

  std::string file_, text_;
  std::optional<std::uint32_t> rank_;
  std::optional<trgen::io::Output> output_;
  std::vector<std::vector<std::string>> names_;  ///< of calls, by rank and number
};

class CpuTimesReader {
 public:
  explicit CpuTimesReader(const InputPath& file) : in_(file), problems_(in_.name()), lines_(in_, problems_) {}

  std::shared_ptr<const live::RecordedBursts> read() {
    std::string_view line;
    if (!lines_.next(line) || line != first_line_of_times) {
      problems_.stop(1, fmt::format("no file of CPU times, which begins with {}; cpu.record writes one",
                                    in_quotes(first_line_of_times)));
    }
    while (lines_.next(line)) {
      if (line.starts_with(ranks_word)) {
        take_ranks(line.substr(ranks_word.size()));
      } else if (!line.empty() && !line.starts_with('#')) {
        take(line);
      }
    }
    if (times_->ranks.empty()) problems_.add(lines_.number(), "no rank has a CPU time; the file is cut short");
    if (lines_.unfinished()) problems_.add(lines_.number(), "the last line has no end; the file is cut short");
    problems_.throw_if_any();
    return times_;
  }

 private:
  void take_ranks(std::string_view number) {
    const auto ranks = parse_natural(number);
    if (!ranks || *ranks == 0 || *ranks > most_ranks_of_times || !times_->ranks.empty()) {
      problems_.stop(lines_.number(), fmt::format("not a number of ranks: {}", in_quotes(number)));
    }
    times_->ranks.resize(*ranks);
  }

  void take(std::string_view line) {
    const std::size_t blank = line.find(' ');
    const std::string_view name = line.substr(0, blank);
    const auto number = parse_natural(blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1));
    if (!number) problems_.stop(lines_.number(), fmt::format("not a CPU time: {}", in_quotes(line)));
    if (name == "rank") {
      if (*number >= times_->ranks.size()) {
        problems_.stop(lines_.number(), fmt::format("there is no rank {} among {}", *number, times_->ranks.size()));
      }
      rank_ = &times_->ranks[*number];
      return;
    }
    if (rank_ == nullptr) problems_.stop(lines_.number(), "a CPU time before the line that says of which rank it is");
    if (*number >= longest_burst) problems_.stop(lines_.number(), "a CPU time of more than two hours");
    rank_->picoseconds.push_back(*number);
    rank_->calls.push_back(call(name));
  }

  std::uint16_t call(std::string_view name) {
    std::string text(name);
    const auto known = numbers_.find(text);
    if (known != numbers_.end()) return known->second;
    if (times_->call_names.size() == live::most_call_names || name.empty() || name.size() >= live::longest_call_name) {
      problems_.stop(lines_.number(), fmt::format("not the name of a call of MPI: {}", in_quotes(name)));
    }
    const auto number = static_cast<std::uint16_t>(times_->call_names.size());
    times_->call_names.push_back(text);
    numbers_.emplace(std::move(text), number);
    return number;
  }

  trgen::io::Input in_;
  trgen::io::Problems problems_;
  trgen::io::Lines lines_;
  std::shared_ptr<live::RecordedBursts> times_ = std::make_shared<live::RecordedBursts>();
  live::RecordedBursts::Rank* rank_ = nullptr;  ///< whose CPU times come
  std::unordered_map<std::string, std::uint16_t> numbers_;
};

}  // namespace

std::shared_ptr<const live::RecordedBursts> read_cpu_times(const InputPath& file) {
  try {
    return CpuTimesReader(file).read();
  } catch (const trgen::io::DataError& error) {
    throw trgen::record::TraceError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

std::unique_ptr<live::Chronicle> write_cpu_times(std::string file, std::uint32_t ranks,
                                                 const std::vector<std::string>& command) {
  return std::make_unique<CpuTimesWriter>(std::move(file), ranks, command);
}

}  // namespace fsin::sources

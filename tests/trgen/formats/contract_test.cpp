// SPDX-License-Identifier: Apache-2.0
// What every writable format of the catalogue owes: a trace that goes into it and comes back keeps every message of
// every rank in its order, and every field that the format does not name among its losses.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace contract_test {

using namespace trgen;

namespace {

using record::Kind;
using record::Record;

struct Named {
  std::string name;
  test::Source trace;
};

/// A program that any MPI could run: random sends, each received later, in calls of the usual names.
class SoundProgram {
 public:
  SoundProgram(std::uint32_t ranks, std::uint64_t seed) : programs_(ranks), clocks_(ranks), state_(seed) {
    for (std::uint32_t rank = 0; rank < ranks; ++rank) call(rank, "MPI_Init", "");
  }

  std::string text(std::uint32_t messages) {
    for (std::uint32_t i = 0; i < messages; ++i) {
      send();
      if (draw(3) != 0) receive();
      if (draw(50) == 0) barrier();
    }
    while (!in_flight_.empty()) receive();
    std::string all = header();
    for (std::uint32_t rank = 0; rank < programs_.size(); ++rank) {
      call(rank, "MPI_Finalize", "");
      all += programs_[rank];
    }
    return all;
  }

 private:
  struct Message {
    std::uint32_t from;
    std::uint32_t to;
    std::string fields;  ///< tag, communicator, bytes
  };

  std::uint64_t draw(std::uint64_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((state_ ^ (state_ >> 29)) * 0xbf58476d1ce4e5b9ULL >> 20) % limit;
  }

  std::string header() const {
    const auto ranks = programs_.size();
    return fmt::format("#insee-trace 1\n#ranks {0}\n#clock cpu\n#communicator 0 0-{1}\n#communicator 2 0-{2}:2\n",
                       ranks, ranks - 1, (ranks - 1) / 2 * 2);
  }

  void line(std::uint32_t rank, const std::string& text) {
    programs_[rank] += fmt::format("{} {} {}\n", rank, clocks_[rank], text);
    clocks_[rank] += 1 + draw(1000);
  }

  void call(std::uint32_t rank, const std::string& function, const std::string& message) {
    line(rank, "SS " + function);
    if (!message.empty()) line(rank, message);
    line(rank, "SE " + function);
    clocks_[rank] += draw(std::uint64_t{1} << 22);
  }

  void send() {
    const auto ranks = static_cast<std::uint32_t>(programs_.size());
    const bool world = draw(4) != 0;
    const std::uint32_t step = world ? 1 : 2;
    const std::uint32_t count = (ranks + step - 1) / step;
    const auto from = static_cast<std::uint32_t>(draw(count) * step);
    const auto to = static_cast<std::uint32_t>(draw(count) * step);
    const std::uint64_t bytes = draw(9) == 0 ? 0 : draw(std::uint64_t{1} << draw(30));
    Message made{from, to, fmt::format("{} {} {}", draw(20), world ? 0 : 2, bytes)};
    call(from, draw(2) == 0 ? "MPI_Send" : "MPI_Isend", fmt::format("MS {} {}", to, made.fields));
    in_flight_.push_back(std::move(made));
  }

  /// The oldest message is received first, so that messages of a channel keep their order.
  void receive() {
    if (in_flight_.empty()) return;
    const Message& first = in_flight_.front();
    call(first.to, "MPI_Recv", fmt::format("MR {} {}", first.from, first.fields));
    in_flight_.pop_front();
  }

  void barrier() {
    for (std::uint32_t rank = 0; rank < programs_.size(); ++rank) call(rank, "MPI_Barrier", "");
  }

  std::vector<std::string> programs_;
  std::vector<std::uint64_t> clocks_;
  std::deque<Message> in_flight_;
  std::uint64_t state_;
};

std::vector<Named> sound_traces() {
  std::vector<Named> all;
  kernels::KernelSettings settings;
  settings.ranks = 16;
  settings.iterations = 3;
  for (const kernels::KernelEntry& each : kernels::kernels) {
    if (!each.check(settings).empty()) continue;
    all.push_back({std::string(each.name), kernels::make_kernel_trace(each, settings)});
  }
  for (const std::uint32_t ranks : {1U, 2U, 5U, 16U}) {
    all.push_back({fmt::format("random {}", ranks), test::read_text(SoundProgram(ranks, ranks).text(2000))});
  }
  return all;
}

bool lost(const record::Losses& losses, std::string_view word) {
  return std::any_of(losses.counts().begin(), losses.counts().end(),
                     [&](const auto& each) { return each.first.find(word) != std::string::npos; });
}

/// A record as text, without what the format says it cannot carry.
std::string kept_fields(const Record& record, const std::vector<std::string>& states, const record::Losses& losses) {
  std::string text(record::kind_name(record.kind));
  if (!record::is_message(record.kind)) return text + " " + states[record.state];
  text += fmt::format(" {}", record.peer);
  if (!lost(losses, "tag")) text += fmt::format(" tag {}", record.tag);
  if (!lost(losses, "communicator")) text += fmt::format(" in {}", record.communicator);
  if (!lost(losses, "bytes")) text += fmt::format(" {} bytes", record.bytes);
  if (!lost(losses, "time")) text += fmt::format(" at {}", record.time_ns);
  return text;
}

std::vector<std::string> messages(const record::TraceSource& trace, std::uint32_t rank, const record::Losses& losses) {
  std::vector<std::string> all;
  const auto cursor = trace.open();
  Record record;
  const bool states = !lost(losses, "state") && !lost(losses, "function");
  while (cursor->next(rank, record)) {
    if (record::is_message(record.kind) || states) all.push_back(kept_fields(record, trace.state_names(), losses));
  }
  CHECK(cursor->failure().empty());
  return all;
}

void check_there_and_back(const formats::FormatEntry& format, const Named& from) {
  CAPTURE(format.name);
  CAPTURE(from.name);
  const test::Folder folder;
  const std::string path = folder / ("t" + std::string(format.suffix));
  const record::Losses losses = formats::write_trace(*from.trace, path, format.name);
  for (const auto& each : losses.counts()) CHECK(each.second > 0);
  const auto back = formats::open_trace(path);
  REQUIRE(back->ranks() == from.trace->ranks());
  for (std::uint32_t rank = 0; rank < back->ranks(); ++rank) {
    const auto sent = messages(*from.trace, rank, losses);
    const auto came = messages(*back, rank, losses);
    const auto first = std::mismatch(sent.begin(), sent.end(), came.begin(), came.end());
    if (first.first == sent.end() && first.second == came.end()) continue;
    FAIL_CHECK("rank " << rank << ", record " << first.first - sent.begin() << ": '"
                       << (first.first == sent.end() ? "(end)" : *first.first) << "' became '"
                       << (first.second == came.end() ? "(end)" : *first.second) << "'");
  }
}

}  // namespace

TEST_CASE("every format that can be written gives back every message of every rank in its order") {
  const std::vector<Named> traces = sound_traces();
  REQUIRE(traces.size() > 12);
  for (const formats::FormatEntry& format : formats::formats) {
    if (format.write == nullptr && format.write_files == nullptr) continue;
    for (const Named& each : traces) check_there_and_back(format, each);
  }
}

TEST_CASE("the names, suffixes and descriptions of formats tell them apart") {
  std::map<std::string_view, std::string_view> by_suffix;
  for (const formats::FormatEntry& each : formats::formats) {
    CAPTURE(each.name);
    CHECK(!each.doc.empty());
    CHECK(each.suffix.starts_with('.'));
    CHECK(by_suffix.emplace(each.suffix, each.name).second);
  }
}

}  // namespace contract_test

// SPDX-License-Identifier: Apache-2.0
// Writes the calls of one rank as DUMPI text.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/append.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/dumpi/communicator_plan.hpp"
#include "trgen/formats/dumpi/units.hpp"

namespace trgen::formats::dumpi {

/// Losses over all ranks, by kind: content that the text cannot express.
using WriteLosses = std::map<std::string, std::uint64_t, std::less<>>;

class RankWriter {
 public:
  RankWriter(const record::TraceSource& trace, CommunicatorPlan& plan, WriteLosses& losses)
      : trace_(trace), plan_(plan), losses_(losses), shown_(shows_collectives(trace)) {}

  /// Writes the whole file of a rank.
  void write(std::uint32_t rank, io::Output& out);

 private:
  // rank_writer.cpp: calls and point-to-point messages
  void lose(std::string what, std::uint64_t count = 1) {
    if (count > 0) losses_[std::move(what)] += count;
  }
  void head();
  void tail();
  void enter(std::string_view name, std::uint64_t ns);
  void leave(std::string_view name, std::uint64_t ns);
  template <class... Values>
  void line(fmt::format_string<Values...> form, Values&&... values) {
    fsin::append(out_->text(), form, std::forward<Values>(values)...);
    out_->line();
  }
  void comm(std::string_view argument, std::int64_t handle);
  void count(std::string_view argument, std::string_view type, std::uint64_t bytes);
  void source_and_tag(const record::Record* receive, std::string_view tag_argument);
  CommunicatorPlan::Place place_of(const record::Record* message);
  static std::uint64_t bytes_of(const record::Record* message) { return message != nullptr ? message->bytes : 0; }
  void status(const std::vector<const record::Record*>& receives, std::string_view argument, std::size_t others);
  std::string status_of(const record::Record& receive);
  void statuses_of(const record::Record* receive) {
    status(receive != nullptr ? std::vector{receive} : std::vector<const record::Record*>{}, "status", 0);
  }
  void make_communicators(std::uint64_t ns);
  void unit(const Unit& unit);
  bool send_or_receive(const Unit& unit, std::string_view name);
  void send_call(std::string_view name, const record::Record* message, std::uint64_t start, std::uint64_t stop);
  void receive_call(const record::Record* message, std::uint64_t start, std::uint64_t stop);
  bool exchange_call(const Unit& unit, std::string_view name);
  void post(const record::Record* receive, std::uint64_t start, std::uint64_t stop);
  /// Counts a message whose time is not that of the beginning or end of its call.
  void check_time(const record::Record* message, std::uint64_t ns) {
    if (message != nullptr && message->time_ns != ns) lose("times of messages within functions");
  }
  void as_messages(const Unit& unit, std::string_view name);
  // write_waits.cpp: completion of requests
  void wait_call(const Unit& unit, std::string_view name);
  std::vector<std::int64_t> completed(const Unit& unit);
  void wait_arguments(std::string_view kind, const std::vector<std::int64_t>& requests, bool test);
  // write_collectives.cpp: all other functions
  bool collective_call(const Unit& unit, std::string_view name);
  void plain_call(const Unit& unit, std::string_view name);
  std::uint64_t each(std::uint64_t bytes, std::uint32_t size);
  void counts(std::string_view argument, std::string_view type, std::uint64_t bytes, std::uint32_t size);
  void shares(const record::Record& facts, std::uint32_t rank, std::uint32_t size);
  void collective_part(unsigned part, const record::Record& facts, std::uint32_t rank, std::uint32_t size);

  static constexpr std::int64_t nobody =
      -3;  ///< MPI_PROC_NULL: negative, and different from the other special values of DUMPI

  const record::TraceSource& trace_;
  CommunicatorPlan& plan_;
  WriteLosses& losses_;
  bool shown_;  ///< the messages of collectives are in the trace, so the collectives must not be written
  std::uint32_t rank_ = 0;
  TextBlocks* out_ = nullptr;
  Lookahead* lookahead_ = nullptr;
  std::deque<std::int64_t> posted_;  ///< requests of receives, in the order in which they complete
  std::deque<std::int64_t> sending_;
  std::int64_t next_request_ = 0;
};

}  // namespace trgen::formats::dumpi

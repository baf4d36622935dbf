// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dim/reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dim/names.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::dim {
namespace {

using record::Kind;
using record::Record;

constexpr std::string_view burst_form = "'1:<task>:<thread>:<seconds>'";
constexpr std::string_view send_form = "'2:<task>:<thread>:<to>[:<thread>]:<bytes>:<tag>:<communicator>:<synchronism>'";
constexpr std::string_view receive_form = "'3:<task>:<thread>:<from>[:<thread>]:<bytes>:<tag>:<communicator>:<type>'";
constexpr std::string_view operation_form =
    "'10:<task>:<thread>:<operation>:<communicator>:<root>:<thread>:<sent>:<received>'";

}  // namespace

Reader::Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, std::uint64_t most_ranks)
    : in_(in), facts_(facts), problems_(in.name()), steps_(facts, sink, most_ranks), calls_(steps_) {}

void Reader::run() {
  io::Lines lines(in_, problems_, std::size_t{256} << 20);
  for (std::string_view line; lines.next(line);) {
    line_ = lines.number();
    cut_short_ = lines.unfinished();
    if (line.starts_with("#DIMEMAS")) {
      header(line);
    } else {
      record(parsed_.read(line));
    }
  }
  lost_.not_left = calls_.finish();
  steps_.finish(problems_, in_.content_bytes());
  report();
}

void Reader::header(std::string_view line) {
  // The name is in quotes or has no colon; the offsets have no colon either.
  line.remove_prefix(std::string_view("#DIMEMAS").size());
  if (line.starts_with(':')) line.remove_prefix(1);
  const std::size_t name = line.starts_with('"') ? line.find("\":", 1) + 1 : line.find(':');
  const std::size_t offsets = name >= line.size() ? name : line.find(':', name + 1);
  const std::size_t open = offsets >= line.size() ? offsets : line.find('(', offsets + 1);
  const std::size_t close = open >= line.size() ? open : line.find(')', open + 1);
  if (facts_.header_ranks || close >= line.size()) return fault("'#DIMEMAS:name:<offsets>:<tasks>(<threads>,...),<n>'");
  const auto tasks = fsin::parse_natural(line.substr(offsets + 1, open - offsets - 1));
  io::Fields threads(line.substr(open + 1, close - open - 1), ',');
  std::uint64_t listed = 0;
  for (; !threads.done(); ++listed) threads.next();
  if (!tasks || *tasks == 0 || *tasks != listed || *tasks > most_announced_ranks) {
    return problems_.add(
        line_, fmt::format(
                   "the header must give the number of tasks and the threads of each; it gives them for {} of {} tasks",
                   listed, tasks.value_or(0)));
  }
  steps_.announce(static_cast<std::uint32_t>(*tasks));
}

void Reader::record(RecordKind kind) {
  switch (kind) {
    case RecordKind::burst:
      return burst();
    case RecordKind::send:
    case RecordKind::receive:
      return message(kind == RecordKind::send);
    case RecordKind::operation:
      return operation();
    case RecordKind::event:
      return event();
    case RecordKind::block_begin:
    case RecordKind::block_end:
      return block(kind == RecordKind::block_begin);
    case RecordKind::communicator:
      return communicator();
    case RecordKind::block_name:
      return block_name();
    case RecordKind::other:
      return facts_.losses.add(parsed_.name());
    case RecordKind::faulty:
      return fault("'<kind>:<task>:<thread>:...', with kinds 1, 2, 3, 10 and 20");
    default:
      return;
  }
}

void Reader::fault(std::string_view form) {
  problems_.add(line_, fmt::format("not a record; a record reads {}{}", form,
                                   cut_short_ ? "; the file seems to be cut short" : ""));
}

std::optional<std::int64_t> Reader::integer(std::size_t field) const {
  return field < parsed_.fields().size() ? fsin::parse_integer(parsed_.fields()[field]) : std::nullopt;
}

std::optional<std::uint32_t> Reader::task() {
  const auto number = integer(0);
  const auto thread = integer(1);
  if (!number || *number < 0 || !thread || *thread < 0) {
    fault("'<kind>:<task>:<thread>:...'");
    return std::nullopt;
  }
  if (!steps_.exists(static_cast<std::uint64_t>(*number), "task", place())) return std::nullopt;
  if (*thread > 0) {
    ++lost_.threads;
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(*number);
}

std::optional<std::uint32_t> Reader::communicator_number(std::int64_t id) {
  if (id < 0 || id > record::no_rank) return std::nullopt;
  if (id <= 1) ++(id == 0 ? lost_.zero_communicators : lost_.one_communicators);
  return static_cast<std::uint32_t>(id == 0 ? 0 : id - 1);
}

void Reader::burst() {
  constexpr double longest = 9.2e9;  // seconds: 292 years
  const auto at = task();
  if (!at) return;
  const auto seconds = parsed_.fields().size() == 3 ? fsin::parse_real(parsed_.fields()[2]) : std::nullopt;
  if (!seconds || *seconds < 0 || *seconds > longest) return fault(burst_form);
  const auto ns = static_cast<std::uint64_t>(std::llround(*seconds * static_cast<double>(ns_per_second)));
  if (!calls_.compute(*at, line_) && ns > 0) ++lost_.inside;
  steps_.compute(*at, ns, place());
}

void Reader::message(bool sends) {
  const auto at = task();
  if (!at) return;
  const std::size_t fields = parsed_.fields().size();
  const std::size_t first = fields == 8 ? 4 : 3;  // after the thread of the peer, if there is one
  const auto peer = integer(2);
  const auto bytes = integer(first);
  const auto tag = integer(first + 1);
  const auto communicator = integer(first + 2);
  const auto how = integer(first + 3);
  const bool good = (fields == 7 || fields == 8) && peer && bytes && tag && communicator && how && *bytes >= 0 &&
                    static_cast<std::uint64_t>(*bytes) <= most_message_bytes &&
                    *tag == static_cast<std::int32_t>(*tag) && (*peer >= 0 || !sends);
  if (!good) return fault(sends ? send_form : receive_form);
  const auto number = communicator_number(*communicator);
  if (!number) {
    ++lost_.accelerators;
    return;
  }
  if (*peer < 0) {
    ++lost_.any;
    return;
  }
  if (!steps_.exists(static_cast<std::uint64_t>(*peer), sends ? "destination" : "source", place())) return;
  const Record made{.kind = sends ? Kind::send : Kind::receive,
                    .peer = static_cast<std::uint32_t>(*peer),
                    .tag = static_cast<std::int32_t>(*tag),
                    .communicator = *number,
                    .bytes = static_cast<std::uint64_t>(*bytes),
                    .line = line_};
  if (!sends) return receive(made, *how);
  const bool rendezvous = (*how & 1) != 0;
  const bool immediate = (*how & 2) != 0;
  calls_.message(*at, immediate ? (rendezvous ? "MPI_Issend" : "MPI_Isend") : (rendezvous ? "MPI_Ssend" : "MPI_Send"),
                 made);
}

void Reader::receive(const Record& received, std::int64_t how) {
  const auto at = static_cast<std::uint32_t>(*integer(0));
  if (how == 1) return calls_.call(at, "MPI_Irecv", line_);
  if (how < 0 || how > 3) return fault(receive_form);
  calls_.message(at, how == 0 ? "MPI_Recv" : how == 2 ? "MPI_Wait" : "MPI_Waitall", received);
}

void Reader::operation() {
  constexpr std::int64_t wait = 2;
  const auto at = task();
  if (!at) return;
  const auto number = integer(2);
  const auto communicator = integer(3);
  const auto root = integer(4);
  const auto sent = integer(6);
  const auto received = integer(7);
  if (!number || !communicator || !root || !integer(5) || !sent || !received || *sent < 0 || *received < 0 ||
      static_cast<std::uint64_t>(*sent) > most_message_bytes ||
      static_cast<std::uint64_t>(*received) > most_message_bytes) {
    return fault(operation_form);
  }
  const auto id = communicator_number(*communicator);
  const std::string_view function = *number < 0 ? "" : operation_of(static_cast<std::uint64_t>(*number));
  if (!id || function.empty()) {
    ++(id ? lost_.operations : lost_.accelerators);
    return;
  }
  if (integer(8).value_or(0) == wait) return calls_.call(*at, "MPI_Wait", line_);
  const bool rooted = *root >= 0 && has_root(static_cast<std::uint64_t>(*number));
  if (rooted && !steps_.exists(static_cast<std::uint64_t>(*root), "root", place())) return;
  calls_.collective(*at, function,
                    Record{.collective = true,
                           .peer = rooted ? static_cast<std::uint32_t>(*root) : record::no_rank,
                           .communicator = *id,
                           .bytes = static_cast<std::uint64_t>(*sent),
                           .received = static_cast<std::uint64_t>(*received),
                           .line = line_});
}

}  // namespace trgen::formats::dim

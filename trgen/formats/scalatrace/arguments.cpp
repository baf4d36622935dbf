// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/arguments.hpp"

#include <fmt/format.h>

#include "trgen/formats/common/values.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::scalatrace {

void RankCalls::Arguments::fail(const std::string& what) const {
  throw record::TraceError(fmt::format("{}:{}: {} of rank {}: {}", calls.script_.name, event.line,
                                       functions()[event.function].name, rank, what));
}

const ValuesByRank* RankCalls::Arguments::find(Parameter parameter) const {
  for (const Given& each : event.given) {
    if (each.parameter == parameter)
      return each.values.of(calls.script_.lists, rank) == nullptr ? nullptr : &each.values;
  }
  return nullptr;
}

std::int64_t RankCalls::Arguments::value(Parameter parameter) {
  const ValuesByRank* const values = find(parameter);
  if (values == nullptr)
    fail(fmt::format("its {} ({:x}) is missing", parameter_name(static_cast<std::uint64_t>(parameter)),
                     static_cast<unsigned>(parameter)));
  return calls.walk_.take(*values, *values->of(calls.script_.lists, rank), state.walk);
}

std::uint64_t RankCalls::Arguments::count(Parameter parameter) {
  const std::int64_t number = value(parameter);
  if (number < 0 || number > any_source) {
    fail(fmt::format("its {} is {}, which is no count", parameter_name(static_cast<std::uint64_t>(parameter)), number));
  }
  return static_cast<std::uint64_t>(number);
}

WideBytes RankCalls::Arguments::counts(Parameter parameter, std::uint64_t size, std::uint64_t place,
                                       std::uint64_t& own) {
  WideBytes sum = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t each = count(parameter);
    sum += each;
    if (i == place) own = each;
  }
  return sum;
}

std::uint64_t RankCalls::Arguments::element(Parameter datatype) {
  const auto size = datatype_size(value(datatype));
  if (!size) ++unused.datatypes;
  return size.value_or(1);
}

std::uint64_t RankCalls::Arguments::bytes(WideBytes wide) const {
  if (wide > most_message_bytes) fail(fmt::format("it moves more than {} bytes", most_message_bytes));
  return static_cast<std::uint64_t>(wide);
}

std::uint32_t RankCalls::Arguments::communicator() {
  const std::int64_t number = value(Parameter::communicator);
  if (number == comm_world) return Order::world;
  if (number == comm_self) return Order::self;
  if (number < first_made || number >= first_made + most_made) return Order::unknown;
  // The latest of those that had this place.
  const auto place = static_cast<std::uint64_t>(number - first_made);
  const auto& made = calls.order_.made[rank];
  if (place >= state.made) return Order::unknown;
  const std::uint64_t latest = place + (state.made - 1 - place) / most_made * most_made;
  return latest < made.size() ? made[latest] : Order::unknown;
}

std::uint32_t RankCalls::Arguments::partner(std::int64_t number, std::uint32_t communicator) const {
  // A partner that is nobody (MPI_PROC_NULL) has a negative number in MPI, which can be one here.
  if (communicator == Order::unknown || number < 0) return record::no_rank;
  const std::int64_t ranks = calls.script_.ranks;
  return calls.world_rank(communicator, (number % ranks + rank) % ranks, rank);
}

std::uint32_t RankCalls::Arguments::source(std::uint32_t communicator, bool& any) {
  const std::int64_t number = value(Parameter::source);
  any = number == any_source;
  return any ? record::no_rank : partner(number, communicator);
}

std::uint32_t RankCalls::Arguments::root(std::uint32_t communicator) {
  const std::uint32_t made = calls.world_rank(communicator, value(Parameter::root), rank);
  if (made == record::no_rank) fail("its root is no rank of the communicator");
  return made;
}

}  // namespace trgen::formats::scalatrace

// SPDX-License-Identifier: Apache-2.0
// Lines, and actions that are neither messages nor collectives.
#include "trgen/programs/ti/translator.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL  // a message is hashed at both ends, and a call takes longer than its hash
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "fsin/core/text.hpp"
#include "trgen/formats/ti/trace_files.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {

using formats::ti::Op;

Translator::Translator(TranslatorSettings settings)
    : settings_(std::move(settings)), counts_(std::make_unique<Counts>()) {
  rates_ = settings_.rates.value_or(Rates());
}

Translator::~Translator() = default;

void Translator::announce(std::uint32_t ranks) { announced_ = ranks; }

std::uint32_t Translator::ranks() {
  if (announced_) return *announced_;
  if (!counted_) counted_ = (*count_ranks_)();
  return *counted_;
}

Translator::Rank& Translator::rank_state(std::uint32_t rank) {
  if (rank >= ranks_.size()) ranks_.resize(std::size_t{rank} + 1);
  if (!ranks_[rank]) ranks_[rank] = std::make_unique<Rank>();
  return *ranks_[rank];
}

void Translator::file(io::Input& in, io::Problems& problems, const std::function<std::uint32_t()>& count_ranks) {
  problems_ = &problems;
  count_ranks_ = &count_ranks;
  clock_ = "flops";
  file_ = in.name();
  io::Lines lines(in, problems, formats::ti::longest_line);
  for (std::string_view text; lines.next(text);) {
    number_ = lines.number();
    std::size_t begin = 0;
    while (begin < text.size() && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
    if (begin == text.size()) continue;
    if (text[begin] == '#') {
      comment(text.substr(begin));
      continue;
    }
    if (!line_.read(text)) {
      problems.add(number_, line_.column(),
                   lines.unfinished() ? line_.why() + "; the file seems to be cut short" : line_.why());
      continue;
    }
    const std::uint32_t limit = announced_.value_or(settings_.most_ranks);
    if (line_.rank() >= limit) {
      problems.add(number_, 1,
                   announced_ ? fmt::format("rank {}, but the trace has {} ranks", line_.rank(), limit)
                              : fmt::format("rank {} is out of range", line_.rank()));
      continue;
    }
    if (rank_ == nullptr || self_ != line_.rank()) {
      self_ = line_.rank();
      rank_ = &rank_state(self_);
    }
    ++actions_;
    action();
    if (!line_.good()) fault();
  }
  problems.throw_if_any();
}

void Translator::fault() {
  problems_->add(
      number_, line_.column(),
      fmt::format("faulty {}: {}; it reads '{}'", line_.action().name, fsin::one_line(line_.why()), line_.form()));
}

void Translator::add(const Operation& operation) {
  count_for_balance(operation);
  store_.add(self_, operation);
}

/// Counts a message, so that in the end it is known whether every receive has one message that it can take.
void Translator::count_for_balance(const Operation& operation) {
  using enum OperationKind;
  const bool sends = operation.kind == send || operation.kind == send_start;
  if (sends || operation.kind == receive || operation.kind == receive_start) {
    const std::array<std::uint64_t, 4> message{
        std::uint64_t{sends ? self_ : operation.peer} << 32U | (sends ? operation.peer : self_),
        static_cast<std::uint64_t>(operation.tag), operation.communicator, operation.amount};
    const std::uint64_t hash = XXH3_64bits(message.data(), sizeof message);
    counts_->balance += sends ? hash : ~hash + 1;
  }
}

void Translator::action() {
  switch (line_.action().op) {
    case Op::send:
    case Op::isend:
      return send();
    case Op::recv:
    case Op::irecv:
      return receive();
    case Op::sendrecv:
      return send_receive();
    case Op::start:
      return start();
    case Op::test:
      return test();
    case Op::wait:
      return wait();
    case Op::waitall:
      return wait_all();
    case Op::waitany:
      return wait_any();
    default:
      return line_.action().op >= Op::barrier && line_.action().op < Op::unsupported ? collective() : call();
  }
}

void Translator::sleep(std::uint64_t ns) {
  if (ns > 0) add({.amount = ns, .call = 1});
}

void Translator::call() {
  switch (line_.action().op) {
    case Op::init:
      rank_->doubles = line_.size() > 0;
      break;
    case Op::compute:
      return compute(self_, line_.count(0));
    case Op::sleep: {
      const double ns = line_.real(0) * 1e9;
      if (!(ns < 9.2e18)) return line_.refuse(0, "nobody sleeps for so long");
      sleep(static_cast<std::uint64_t>(std::llround(ns)));
      break;
    }
    case Op::tests:
      return test_all();
    case Op::startall:
      return start_all();
    case Op::probe:
      ++counts_->probes;
      if (line_.action().name == "iprobe") sleep(settings_.probe_ns);
      break;
    case Op::unsupported:
      ++counts_->unsupported;
      counts_->left_out.add(fmt::format("calls of {} (not recorded)", line_.action().state));
      break;
    default:
      break;
  }
}

void Translator::compute(std::uint32_t rank, std::uint64_t amount) {
  if (amount == 0 || !line_.good() || !settings_.computes) return;
  const bool volumes = record::is_volume(clock_);
  const bool rated = settings_.rates ? settings_.rates_clock == clock_ : has_own_rate_;
  lacks_rate_ = lacks_rate_ || (volumes && !rated);
  has_needless_rate_ = has_needless_rate_ || (!volumes && settings_.rates && !settings_.rates_are_usual);
  const std::uint64_t ns = volumes ? rates_.nanoseconds(self_, amount, rank_->carry) : amount;
  if (ns > 0) store_.add(rank, {.amount = ns});
}

/// Checks that the ranks, communicators and rates that the lines name exist.
void Translator::check_end(std::uint32_t ranks, io::Problems& problems) const {
  const std::size_t seen = ranks_.size();
  if (!announced_ && counted_ && *counted_ < seen) {
    problems.stop(0, fmt::format("it has lines of rank {}, but only {} ranks when they are counted by the numbers at "
                                 "which lines begin; write ranks as whole numbers, or say #ranks {} before",
                                 seen - 1, *counted_, seen));
  }
  if (ranks_.empty()) problems.stop(0, "there is no action in it; is it a trace?");
  if (farthest_.line > 0 && farthest_.peer >= ranks) {
    problems.stop(0, fmt::format("{}:{}: a message to or from rank {}, but there are {} ranks", farthest_.file,
                                 farthest_.line, farthest_.peer, ranks));
  }
  const std::size_t named = std::max(seats_.size(), stream_of_.size());
  if (communicators_.largest() >= ranks || named > ranks) {
    problems.stop(0, fmt::format("a #comm, #seat or #stream names rank {}, but there are {} ranks",
                                 std::max<std::size_t>(communicators_.largest(), named - (named == 0 ? 0 : 1)), ranks));
  }
  const auto seat = [&](std::uint32_t rank) { return rank < seats_.size() ? seats_[rank] : rank; };
  for (std::uint32_t rank = 0; rank < stream_of_.size(); ++rank) {
    const std::uint32_t of = stream_of_[rank];
    if (of >= ranks || (of < stream_of_.size() && stream_of_[of] != of) || seat(of) != seat(rank))
      problems.stop(0,
                    fmt::format("#stream {} {}: a stream belongs to a rank that is none, and has its #seat", rank, of));
  }
  if (lacks_rate_) {
    problems.stop(0, settings_.rates
                         ? fmt::format("the trace counts {}, and the rates are of {}", clock_, settings_.rates_clock)
                         : fmt::format("the trace counts {}, not time; say how fast a rank computes: {}: {}", clock_,
                                       settings_.rate_key, clock_ == "flops" ? "10 Gf/s" : "2 Gips"));
  }
  if (has_needless_rate_) problems.stop(0, "the trace records times, which need no rate; remove it");
}

Translated Translator::finish(io::Problems& problems) {
  problems_ = &problems;
  const std::uint32_t ranks =
      announced_.value_or(std::max(static_cast<std::uint32_t>(ranks_.size()), counted_.value_or(0)));
  check_end(ranks, problems);
  Translated result;
  for (self_ = 0; self_ < ranks_.size(); ++self_) {
    if (ranks_[self_]) end_of_rank(*ranks_[self_]);
  }
  result.ranks = ranks;
  result.streams = streams_;
  for (const auto& each : ranks_) {
    if (each) result.most_requests = std::max({result.most_requests, each->pending.numbers(), each->numbers});
  }
  result.most_requests = std::max(result.most_requests, most_numbers_);
  result.actions = actions_;
  result.starts = starts_;
  // A receive may be of more bytes than its message, or of one that is sent synchronously, which only the rules of MPI
  // then match.
  result.receives_any = receives_any_ || synchronous_ || counts_->balance != 0;
  result.store = store_.finish();
  communicators_.finish(ranks, streams_);
  result.communicators = std::move(communicators_);
  for (std::size_t next = seats_.size(); !seats_.empty() && next < ranks; ++next)
    seats_.push_back(static_cast<std::uint32_t>(next));
  result.seats = std::move(seats_);
  for (std::size_t next = stream_of_.size(); !stream_of_.empty() && next < ranks; ++next)
    stream_of_.push_back(static_cast<std::uint32_t>(next));
  result.stream_of = std::move(stream_of_);
  check_collectives(result, problems);
  tell(result);
  return result;
}

void Translator::tell(Translated& result) const {
  const auto say = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) result.unknown.add(what, count);
  };
  const Counts& counts = *counts_;
  result.left_out = counts.left_out;
  if (counts.startall > 0)
    result.left_out.add("starts of several persistent requests without a Start before", counts.startall);
  say(incomplete_.size(), "ranks end before their program did (#incomplete), and who waits for them waits for ever");
  say(counts.derived, settings_.derived_type_size
                          ? "sizes of derived datatypes, as derived_type_size says"
                          : "sizes of derived datatypes, taken as 1 byte an element (derived_type_size sets it)");
  say(counts.unknown_types, "sizes of unknown datatypes, taken as 1 byte an element");
  say(counts.no_size, "sizes of messages, taken as 0");
  say(counts.of_any, "which requests a wait for any or some of them completed: the first one that is complete");
  say(counts.tests, "tests of several requests, taken as finding none complete but the last");
  say(counts.decided_by_tests, "requests for which nothing waits, taken as complete at their last test");
  // Where no send is waited for, as in captures, sends are started and forgotten.
  say(counts.others_left + (waits_for_sends_ ? counts.sends_left : 0),
      "requests for which nothing waits, waited for at the end");
  say(counts.without_request, "waits that name no request of their rank, left out");
  say(counts.startall,
      "starts of several persistent requests (Startall) without a Start before, whose messages are left out unless a "
      "wait names them");
  say(counts.started_again,
      "starts of several persistent requests (Startall), taken as of all that their rank has started by Start before");
  say(counts.probes, settings_.probe_ns == 0 ? "probes, left out" : "probes, of which MPI_Iprobe takes time only");
  say(counts.unsupported, "one-sided and other calls that are not modelled, left out");
}

}  // namespace trgen::programs::ti

// SPDX-License-Identifier: Apache-2.0
#include "tests/trgen/programs/program_run.hpp"

#include <fmt/core.h>

#include <deque>
#include <map>
#include <optional>
#include <tuple>

namespace trgen::test {
namespace {

using programs::Operation;
using programs::OperationKind;
using programs::Operations;
using programs::Program;

class ProgramExecutor {
 public:
  explicit ProgramExecutor(const Program& program) : program_(&program), ranks_(program.ranks()) {
    run_.sent_bytes.resize(program.ranks());
    run_.computed.resize(program.ranks());
    for (Rank& rank : ranks_) rank.active.resize(program.most_requests());
  }

  ProgramRun run() {
    for (bool moved = true; moved && run_.fault.empty();) {
      moved = false;
      for (std::uint32_t rank = 0; rank < ranks_.size() && run_.fault.empty(); ++rank) {
        while (run_.fault.empty() && advance(rank)) moved = true;
      }
    }
    if (run_.fault.empty()) check_end();
    return run_;
  }

 private:
  struct Rank {
    std::uint64_t step = 0;
    std::size_t at = 0;
    Operations operations;
    std::vector<std::optional<Operation>> active;
    std::vector<std::uint16_t> states;
    std::map<std::uint32_t, std::uint64_t> calls;  ///< collectives so far, by communicator
    bool in_collective = false;
  };
  using Channel = std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint32_t>;
  using Meeting = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;
  struct Arrivals {
    Operation first;
    std::uint32_t count = 0;
  };

  /// Does the next operation of a rank; false when it must wait or has ended.
  bool advance(std::uint32_t number) {
    Rank& rank = ranks_[number];
    if (rank.at == rank.operations.size()) {
      if (rank.step == program_->steps(number)) return false;
      rank.operations.clear();
      rank.at = 0;
      program_->step(number, rank.step++, rank.operations);
      return true;
    }
    if (!perform(number, rank, rank.operations[rank.at])) return false;
    ++rank.at;
    return true;
  }

  bool perform(std::uint32_t number, Rank& rank, const Operation& each) {
    switch (each.kind) {
      case OperationKind::compute:
        run_.computed[number] += each.amount;
        return true;
      case OperationKind::enter:
        rank.states.push_back(each.state);
        if (each.state >= program_->state_names().size()) fail(number, "enters a state without a name");
        return true;
      case OperationKind::leave:
        if (rank.states.empty() || rank.states.back() != each.state) fail(number, "leaves a state that it is not in");
        if (!rank.states.empty()) rank.states.pop_back();
        return true;
      case OperationKind::send:
        post(number, each);
        return true;
      case OperationKind::send_start:
        post(number, each);
        return start(number, rank, each);
      case OperationKind::receive:
        return take(number, each);
      case OperationKind::receive_start:
        return start(number, rank, each);
      case OperationKind::wait:
        return wait(number, rank, each);
      case OperationKind::collective:
        return meet(number, rank, each);
      default:
        fail(number, "has an operation that the test does not know");
        return false;
    }
  }

  void post(std::uint32_t number, const Operation& each) {
    if (each.peer >= ranks_.size()) return fail(number, "sends to a rank that there is not");
    mail_[{number, each.peer, each.tag, each.communicator}].push_back(each.amount);
    ++run_.messages;
    run_.bytes += each.amount;
    run_.sent_bytes[number] += each.amount;
    if (each.peer == number) ++run_.to_self;
  }

  bool start(std::uint32_t number, Rank& rank, const Operation& each) {
    if (each.request >= rank.active.size()) {
      fail(number, "starts a request beyond the last");
    } else if (rank.active[each.request]) {
      fail(number, "starts a request that is active");
    } else {
      rank.active[each.request] = each;
    }
    return true;
  }

  bool take(std::uint32_t number, const Operation& each) {
    const auto found = mail_.find({each.peer, number, each.tag, each.communicator});
    if (found == mail_.end() || found->second.empty()) return false;
    if (found->second.front() != each.amount) {
      fail(number, fmt::format("expects {} bytes from {}, tag {}, which sent {}", each.amount, each.peer, each.tag,
                               found->second.front()));
    }
    found->second.pop_front();
    return true;
  }

  bool wait(std::uint32_t number, Rank& rank, const Operation& each) {
    for (std::uint32_t i = each.request; i < each.request + each.requests; ++i) {
      if (i >= rank.active.size()) {
        fail(number, "waits for a request beyond the last");
        return false;
      }
      if (!rank.active[i]) continue;
      if (rank.active[i]->kind == OperationKind::receive_start && !take(number, *rank.active[i])) return false;
      rank.active[i].reset();
    }
    return true;
  }

  bool meet(std::uint32_t number, Rank& rank, const Operation& each) {
    const programs::Group group = program_->group(each.communicator, number);
    if (!group.number_of(number)) fail(number, "is no member of its communicator");
    Arrivals& arrivals = meetings_[{each.communicator, group[0], rank.calls[each.communicator]}];
    if (!rank.in_collective) {
      rank.in_collective = true;
      ++run_.collectives;
      if (arrivals.count++ == 0) arrivals.first = each;
      if (arrivals.first != each) fail(number, "calls another collective than the rest of its communicator");
      if (each.peer >= group.size) fail(number, "names a root that is not in its communicator");
    }
    if (arrivals.count < group.size) return false;
    rank.in_collective = false;
    ++rank.calls[each.communicator];
    return true;
  }

  void check_end() {
    for (std::uint32_t number = 0; number < ranks_.size(); ++number) {
      const Rank& rank = ranks_[number];
      if (rank.at != rank.operations.size() || rank.step != program_->steps(number)) {
        return fail(number, fmt::format("is stuck in step {}", rank.step - 1));
      }
      if (!rank.states.empty()) return fail(number, "ends inside a function");
      for (const auto& each : rank.active) {
        if (each) return fail(number, "ends with a request that nobody waited for");
      }
    }
    for (const auto& [channel, sizes] : mail_) {
      if (!sizes.empty())
        return fail(std::get<1>(channel), fmt::format("leaves a message of {}", std::get<0>(channel)));
    }
  }

  void fail(std::uint32_t number, const std::string& what) {
    if (run_.fault.empty()) run_.fault = fmt::format("rank {} {}", number, what);
  }

  const Program* program_;
  std::vector<Rank> ranks_;
  std::map<Channel, std::deque<std::uint64_t>> mail_;
  std::map<Meeting, Arrivals> meetings_;
  ProgramRun run_;
};

}  // namespace

ProgramRun run_program(const Program& program) { return ProgramExecutor(program).run(); }

}  // namespace trgen::test

// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/script/script_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "trgen/programs/script/pieces.hpp"

namespace trgen::programs::script {
namespace {

using Value = Expression::Value;

constexpr std::uint64_t most_steps = std::uint64_t{1} << 62;
constexpr Value most_value = Value{1} << 47;  // bytes of a message, nanoseconds of a burst

/// Thrown for a value that an expression does not have for some rank.
struct Fault {
  std::string text;
};

/// True for collectives in which a rank's buffer has a block for each rank of the communicator.
bool has_blocks(collectives::Kind kind) {
  using enum collectives::Kind;
  return kind == gather || kind == scatter || kind == all_gather || kind == all_to_all || kind == reduce_scatter ||
         kind == reduce_scatter_block;
}

/// The values of the variables for a rank, as far as they are known.
class Values {
 public:
  Values(const Script& script, std::uint32_t ranks, std::uint32_t rank) : values_(script.variables) {
    values_[0] = rank;
    values_[1] = ranks;
    for (std::size_t i = 0; i < script.lets.size(); ++i) values_[first_let + i] = of(script.lets[i]);
  }

  Value of_rank() const { return values_[0]; }
  void set(std::size_t variable, Value value) { values_[variable] = value; }

  Value of(const Formula& formula) const {
    std::string why;
    const auto value = formula.expression.evaluate(values_, why);
    if (!value) throw Fault{fmt::format("{}: for rank {}: {}", formula.mark.text(), values_[0], why)};
    return *value;
  }

  /// Value of a formula that must lie between two others.
  Value between(const Formula& formula, Value low, Value high, std::string_view what) const {
    const Value value = of(formula);
    if (value < low || value > high) {
      throw Fault{fmt::format("{}: for rank {}, {} is {}; it has to be from {} to {}", formula.mark.text(), values_[0],
                              what, value, low, high)};
    }
    return value;
  }

 private:
  std::vector<Value> values_;
};

class ScriptProgram final : public Program {
 public:
  ScriptProgram(Script script, std::uint32_t ranks, const std::string& identity)
      : script_(std::move(script)), pieces_(pieces_of(script_.body)), ranks_(ranks) {
    name_ = fmt::format("script {}: {} ranks", identity, ranks);
    for (const CommunicatorRule& rule : script_.communicators) split(rule);
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      if (size_of(pieces_, Values(script_, ranks_, rank)) > most_steps)
        throw Fault{fmt::format("rank {} has more than 2^62 steps", rank)};
    }
  }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return ranks_; }
  std::uint64_t steps(std::uint32_t rank) const override { return size_of(pieces_, Values(script_, ranks_, rank)); }
  std::uint32_t most_requests() const override { return script_.requests; }
  const std::vector<std::string>& state_names() const override { return states_; }

  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    if (communicator == 0) return Group::everyone(ranks_);
    const Members& members = communicators_[index_of_communicator(communicator)];
    const std::uint32_t first = members.first[rank];
    return Group::list({members.ranks.data() + first, members.sizes[rank]});
  }

  /// Of reduce_scatter: the parts are equal.
  std::uint64_t block_bytes(const Operation& collective, std::uint32_t /*rank*/, std::uint32_t /*from*/,
                            std::uint32_t /*to*/) const override {
    return collective.amount;
  }

  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    try {
      Values values(script_, ranks_, rank);
      do_step(pieces_, number, values, out);
    } catch (const Fault& fault) {
      out.fail(fault.text);
    }
  }

 private:
  /// The groups of a communicator, one behind the other; and by rank the beginning and size of its group.
  struct Members {
    std::vector<std::uint32_t> ranks, first, sizes;
  };

  void split(const CommunicatorRule& rule) {
    std::vector<std::tuple<Value, Value, std::uint32_t>> order;
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      const Values values(script_, ranks_, rank);
      order.emplace_back(values.of(rule.color), values.of(rule.key), rank);
    }
    std::sort(order.begin(), order.end());
    Members members{{}, std::vector<std::uint32_t>(ranks_), std::vector<std::uint32_t>(ranks_)};
    for (std::uint32_t i = 0, begin = 0; i < ranks_; ++i) {
      members.ranks.push_back(std::get<2>(order[i]));
      if (i + 1 < ranks_ && std::get<0>(order[i]) == std::get<0>(order[i + 1])) continue;
      for (std::uint32_t j = begin; j <= i; ++j) {
        members.first[members.ranks[j]] = begin;
        members.sizes[members.ranks[j]] = i + 1 - begin;
      }
      begin = i + 1;
    }
    communicators_.push_back(std::move(members));
  }

  static std::uint64_t size_of(const std::vector<Piece>& pieces, const Values& values) {
    std::uint64_t size = 0;
    for (const Piece& piece : pieces) {
      if (__builtin_add_overflow(size, size_of(piece, values), &size)) return ~std::uint64_t{0};
    }
    return size;
  }

  static std::uint64_t size_of(const Piece& piece, const Values& values) {
    if (piece.count > 0) return 1;
    const std::uint64_t body = size_of(piece.body, values);
    std::uint64_t size = 0;
    if (piece.first->kind == StatementKind::condition) {
      if (__builtin_add_overflow(body, size_of(piece.otherwise, values), &size)) return ~std::uint64_t{0};
      return size;
    }
    const Value times = values.between(piece.first->count, 0, Value{1} << 62, "the number of repetitions");
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(times), body, &size)) return ~std::uint64_t{0};
    return size;
  }

  void do_step(const std::vector<Piece>& pieces, std::uint64_t number, Values& values, Operations& out) const {
    for (const Piece& piece : pieces) {
      const std::uint64_t size = size_of(piece, values);
      if (number >= size) {
        number -= size;
        continue;
      }
      return do_step(piece, number, values, out);
    }
  }

  void do_step(const Piece& piece, std::uint64_t number, Values& values, Operations& out) const {
    if (piece.count > 0) {
      for (std::size_t i = 0; i < piece.count; ++i) perform(piece.first[i], values, out);
      return;
    }
    const std::uint64_t body = size_of(piece.body, values);
    if (piece.first->kind == StatementKind::repeat) {
      values.set(piece.first->variable, static_cast<Value>(number / body));
      return do_step(piece.body, number % body, values, out);
    }
    const bool taken = values.of(piece.first->count) != 0;
    if (taken == (number < body))
      do_step(taken ? piece.body : piece.otherwise, taken ? number : number - body, values, out);
  }

  void perform(const Statement& statement, Values& values, Operations& out) const {
    if (statement.kind == StatementKind::condition) {
      const bool taken = values.of(statement.count) != 0;
      for (const Statement& each : taken ? statement.body : statement.otherwise) perform(each, values, out);
      return;
    }
    Operation operation = statement.operation;
    std::uint32_t blocks = 1;  // in the bytes of a collective
    switch (operation.kind) {
      case OperationKind::compute:
        out.compute(static_cast<std::uint64_t>(values.between(statement.amount, 0, most_value, "the time to compute")));
        return;
      case OperationKind::collective: {
        const std::uint32_t size = group(operation.communicator, static_cast<std::uint32_t>(values.of_rank())).size;
        operation.peer = static_cast<std::uint32_t>(values.between(statement.peer, 0, Value{size} - 1, "the root"));
        blocks = statement.whole_buffer && has_blocks(operation.collective) ? size : 1;
        break;
      }
      case OperationKind::wait:
      case OperationKind::wait_any:
        if (operation.requests > 0) out.add(operation);
        return;
      default:
        operation.peer =
            static_cast<std::uint32_t>(values.between(statement.peer, 0, Value{ranks_} - 1, "the other rank"));
        operation.tag = static_cast<std::int32_t>(values.between(statement.tag, 0, 0x7fffffff, "the tag"));
    }
    operation.amount =
        static_cast<std::uint64_t>(values.between(statement.amount, 0, most_value, "the number of bytes"));
    if (operation.amount % blocks != 0) {
      throw Fault{fmt::format("{}: for rank {}, a buffer of {} B has no {} equal blocks, one for each rank",
                              statement.amount.mark.text(), values.of_rank(), operation.amount, blocks)};
    }
    operation.amount /= blocks;
    out.add(operation);
  }

  Script script_;
  std::vector<Piece> pieces_;
  std::uint32_t ranks_;
  std::string name_;
  std::vector<Members> communicators_;
  std::vector<std::string> states_;
};

}  // namespace

std::shared_ptr<const Program> make_script_program(Script script, std::uint32_t ranks, const std::string& identity,
                                                   fsin::Diagnostics& diagnostics) {
  try {
    return std::make_shared<ScriptProgram>(std::move(script), ranks, identity);
  } catch (const Fault& fault) {
    diagnostics.input_error(fsin::Mark(), fault.text);
    return nullptr;
  }
}

}  // namespace trgen::programs::script

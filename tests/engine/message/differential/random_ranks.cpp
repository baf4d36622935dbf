// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/message/differential/random_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tests/engine/differential/random_trace.hpp"
#include "trgen/programs/program.hpp"

namespace model_cases {
namespace {

using namespace trgen::replay;
using trgen::programs::Group;
using trgen::programs::Operation;
using trgen::programs::Operations;
namespace collectives = trgen::programs::collectives;

/// The operations that were drawn, a step each. Rank r of stream s is rank s * width + r of the program, and stream s
/// has communicator s + 1.
class DrawnProgram final : public trgen::programs::Program {
 public:
  DrawnProgram(std::uint32_t width, std::uint32_t streams, bool open)
      : operations_(width * streams), width_(width), streams_(streams), open_(open) {}

  Operations& operator[](std::uint32_t rank) { return operations_[rank]; }
  std::uint32_t width() const { return width_; }
  std::uint32_t streams() const { return streams_; }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return width_ * streams_; }
  std::uint64_t steps(std::uint32_t rank) const override { return operations_[rank].size(); }
  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    out.add(operations_[rank][number]);
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  std::uint32_t most_requests() const override { return 8; }
  Group group(std::uint32_t communicator, std::uint32_t /*rank*/) const override {
    return communicator == 0 ? Group::everyone(ranks()) : Group::line(width_, (communicator - 1) * width_, 1);
  }
  std::uint32_t seats() const override { return width_; }
  std::uint32_t seat(std::uint32_t rank) const override { return rank % width_; }
  bool receives_any() const override { return open_; }
  std::uint64_t block_bytes(const Operation& collective, std::uint32_t /*rank*/, std::uint32_t from,
                            std::uint32_t to) const override {
    return (collective.amount + 37 * from + 11 * to) % 301;
  }

 private:
  std::string name_ = "drawn";
  std::vector<Operations> operations_;
  std::vector<std::string> states_;
  std::uint32_t width_, streams_;
  bool open_;
};

enum class Sends : std::uint8_t { blocking, started, any };

struct Shape {
  Sends sends = Sends::any;
  bool open = false;
  bool collectives = false;
  bool any_of_several = false;
};

std::uint64_t draw_bytes(Dice& dice) {
  return dice.chance(2) ? 1000 * dice.below(16) : dice.one_of({0U, 1U, 10U, 64U, 200U, 500U, 1000U, 3000U});
}

/// Receives are posted before sends, so that long messages cannot wait for each other.
void draw_message(Dice& dice, const Shape& shape, std::int32_t tag, DrawnProgram& program) {
  const std::uint32_t from = dice.below(program.ranks()), to = dice.below(program.ranks());
  const std::uint64_t bytes = draw_bytes(dice);
  const bool starts = shape.sends == Sends::started || (shape.sends == Sends::any && dice.chance(50));
  const bool later = starts && dice.chance(30);  // the wait for it
  const bool any_source = shape.open && to != from && dice.chance(50), any_tag = shape.open && dice.chance(30);
  const bool blocks = to != from && !starts && dice.chance(30);  // both ends
  if (!blocks) {
    program[to].receive_start(0, any_source ? trgen::programs::any_rank : from, bytes,
                              any_tag ? trgen::programs::any_tag : tag);
  }
  if (dice.chance(20)) program[from].compute(dice.below(600));
  if (starts) {
    program[from].send_start(later ? 7 : 1, to, bytes, tag);
    if (dice.chance(50)) program[from].compute(dice.below(900));
    program[from].wait(later ? 7 : 1);
  } else {
    program[from].send(to, bytes, tag);
  }
  if (dice.chance(30)) program[to].compute(dice.below(600));
  if (blocks) {
    program[to].receive(from, bytes, tag);
  } else if (shape.any_of_several && dice.chance(30)) {
    program[to].wait_any(0, 4);
  } else {
    program[to].wait(0, 4);
  }
}

/// Many messages at once: each rank of a stream starts several, and waits for all.
void draw_exchange(Dice& dice, DrawnProgram& program) {
  const std::uint32_t width = program.width(), first = dice.below(program.streams()) * width;
  const std::uint32_t shift = dice.below(width), count = dice.between(1, 3);
  const std::uint64_t bytes = draw_bytes(dice);
  for (std::uint32_t rank = 0; rank < width; ++rank) {
    Operations& self = program[first + rank];
    for (std::uint32_t i = 0; i < count; ++i) {
      self.receive_start(i, first + (rank + 2 * width - shift - i % width) % width, bytes, 9);
      self.send_start(4 + i, first + (rank + shift + i) % width, bytes, 9);
    }
    if (dice.chance(30)) self.compute(dice.below(2000));
    self.wait(0, 8);
  }
}

void draw_collective(Dice& dice, DrawnProgram& program) {
  const std::uint32_t stream = dice.below(program.streams()), width = program.width();
  const auto kind = static_cast<collectives::Kind>(dice.below(collectives::kinds));
  const std::uint64_t bytes = kind == collectives::Kind::barrier ? 0 : draw_bytes(dice);
  const std::uint32_t root = dice.below(width);
  const bool everyone = program.streams() == 1 && dice.chance(50);
  for (std::uint32_t rank = 0; rank < width; ++rank)
    program[stream * width + rank].collective(kind, everyone ? 0 : stream + 1, bytes, root);
}

/// A collective of another stream: ranks of the first one signal that it may begin, and wait for its end later.
void draw_side_collective(Dice& dice, DrawnProgram& program) {
  const std::uint32_t stream = dice.between(1, program.streams() - 1), width = program.width();
  const auto kind = static_cast<collectives::Kind>(dice.below(collectives::kinds));
  const std::uint64_t bytes = kind == collectives::Kind::barrier ? 0 : draw_bytes(dice);
  for (std::uint32_t rank = 0; rank < width; ++rank) {
    const std::uint32_t side = stream * width + rank;
    program[rank].send_start(2, side, 0, 20);
    program[side].receive(rank, 0, 20);
    program[side].collective(kind, stream + 1, bytes, 0);
    program[side].send(rank, 0, 21);
    program[rank].receive_start(3, side, 0, 21);
    if (dice.chance(50)) program[rank].compute(dice.below(3000));
    program[rank].wait(2, 2);
  }
}

std::vector<std::uint32_t> draw_placement(Dice& dice, std::uint32_t seats, std::uint32_t nodes, bool alone,
                                          std::string& text) {
  std::uint32_t per_node = (seats + nodes - 1) / nodes;
  if (!alone) per_node = std::max(per_node, dice.one_of({1U, 1U, 2U, 3U, 4U, 6U}));
  const std::uint32_t used = (seats + per_node - 1) / per_node;
  std::vector<std::uint32_t> names(nodes);
  std::iota(names.begin(), names.end(), 0U);
  if (dice.chance(50)) {
    for (std::uint32_t i = nodes; i > 1; --i) std::swap(names[i - 1], names[dice.below(i)]);
  }
  const std::uint32_t order = dice.below(alone ? 2 : 3);
  std::vector<std::uint32_t> places(seats);
  for (std::uint32_t seat = 0; seat < seats; ++seat)
    places[seat] = names[order == 0 ? seat / per_node : order == 1 ? seat % used : dice.below(used)];
  text += fmt::format(" on {} of {} nodes{}", used, nodes, order == 0 ? "" : order == 1 ? ", dealt" : ", thrown");
  return places;
}

Stretch draw_stretch(Dice& dice, std::uint32_t ranks) {
  std::vector<std::vector<Slow>> slow(ranks);
  slow[dice.below(ranks)].push_back({dice.one_of({500'000U, 1'500'000U, 7'000'000U}), dice.below(200)});
  const auto kind = dice.chance(50) ? Noise::Kind::uniform : Noise::Kind::exponential;
  return {std::move(slow), {kind, 100'000}, {}, dice.below(1000)};
}

/// What calls cost; of a replay whose messages leave once they are matched, too.
void draw_costs(Dice& dice, bool platform, CallCosts& costs) {
  if (dice.chance(platform ? 60 : 10)) {
    costs.start_matched = true;
    costs.buffered = dice.one_of({0U, 100U, 65536U});
  } else if (dice.chance(40)) {
    costs.eager = dice.one_of({0U, 100U, 500U});
  }
  if (dice.chance(40)) costs.send_overhead = dice.below(40);
  if (dice.chance(40)) costs.receive_overhead = dice.below(40);
  costs.progress_in_calls = dice.chance(25);
}

/// The second half of the ranks has rules of its own, and begins later.
void divide_into_jobs(Dice& dice, ReplaySettings& settings) {
  const std::uint32_t ranks = settings.ranks(), half = ranks / 2;
  RankRules late = settings;
  late.start = dice.below(500);
  late.costs.send_overhead = dice.below(20);
  late.stretch = {};
  settings.jobs = {{"early", 0, half, settings}, {"late", half, ranks - half, late}};
  settings.job_of_rank.assign(ranks, 0);
  std::fill(settings.job_of_rank.begin() + half, settings.job_of_rank.end(), std::uint16_t{1});
}

void choose_program(Dice& dice, bool alone, std::uint32_t nodes, std::uint32_t most_messages, RandomRanks& result) {
  Shape shape;
  shape.open = !alone && dice.chance(25);
  shape.collectives = !alone && dice.chance(60);
  shape.any_of_several = !alone && dice.chance(30);
  shape.sends = alone ? dice.one_of({Sends::blocking, Sends::started}) : Sends::any;
  const std::uint32_t streams = alone || dice.chance(60) ? 1 : dice.between(2, 3);
  const std::uint32_t width = dice.between(2, alone ? std::min(nodes, 20U) : 20 / streams);
  const auto program = std::make_shared<DrawnProgram>(width, streams, shape.open);
  const std::uint32_t drawn = std::min(dice.between(1, 70), most_messages);
  const bool leaves_one_out = dice.chance(6);
  const std::uint32_t without = dice.below(70);
  Dice what(dice.below(1U << 31U));
  for (std::uint32_t i = 0; i < drawn; ++i) {
    const std::uint32_t choice = what.below(100);
    if (leaves_one_out && i == without) {
      (*program)[0].receive(program->ranks() - 1, 5, 77);  // of which nobody hears
    } else if (choice < 8 && !alone) {
      draw_exchange(what, *program);
    } else if (choice < 16 && shape.collectives) {
      draw_collective(what, *program);
    } else if (choice < 30 && streams > 1) {
      draw_side_collective(what, *program);
    } else {
      draw_message(what, shape, static_cast<std::int32_t>(i % 3), *program);
    }
  }
  result.text = fmt::format("program of {} ranks{}, {} steps{}{}{}", program->ranks(),
                            streams > 1 ? fmt::format(" in {} streams", streams) : "", drawn,
                            shape.open ? ", open receives" : "", shape.any_of_several ? ", waits for any" : "",
                            leaves_one_out && without < drawn ? ", a send is missing" : "");
  const collectives::Choice choice(collectives::library_names[dice.below(collectives::library_names.size())].value);
  ReplaySettings& settings = result.settings;
  settings.outboxes = true;
  settings.wildcards = shape.open;
  settings.bursts = true;
  settings.burst_clock = BurstClock(1.0, 0, 8'000'000'000, 4);
  const std::vector<std::uint32_t> places = draw_placement(dice, width, nodes, alone, result.text);
  for (std::uint32_t rank = 0; rank < program->ranks(); ++rank)
    settings.node_of_rank.push_back(places[program->seat(rank)]);
  result.operations = operations_of(program, choice);
}

void choose_trace(Dice& dice, bool alone, std::uint32_t nodes, std::uint32_t most_messages, RandomRanks& result) {
  ReplaySettings& settings = result.settings;
  const differential::TraceShape shape{dice.between(2, alone ? std::min(nodes, 24U) : 24),
                                       std::min(dice.between(1, 120), most_messages), !dice.chance(8)};
  settings.wildcards = !alone && dice.chance(20);
  settings.bursts = settings.order == Order::causal && dice.chance(50);
  if (settings.bursts) settings.burst_clock = BurstClock(dice.one_of({0.1, 1.0, 3.0}), 0, 8'000'000'000, 4);
  settings.outboxes = settings.wildcards || settings.costs.ask();
  result.text = fmt::format("trace of {} ranks and {} messages{}{}", shape.ranks, shape.messages,
                            settings.order == Order::asap ? ", asap" : "", shape.complete ? "" : ", a send is missing");
  settings.node_of_rank = draw_placement(dice, shape.ranks, nodes, alone, result.text);
  Dice records(dice.below(1U << 31U));
  result.operations = operations_of(differential::make_random_trace(records, shape), settings);
}

}  // namespace

RandomRanks random_ranks(std::uint64_t number, const fsin::workload::NetworkFacts& facts, bool platform,
                         std::uint32_t most_messages) {
  Dice dice(number ^ std::uint64_t{1} << 56U);
  RandomRanks result;
  ReplaySettings& settings = result.settings;
  const bool alone = dice.chance(25);  // a node for each rank, and nothing to choose
  const bool trace = dice.chance(30);
  settings.match = dice.chance(50) ? Match::messages : Match::packets;
  settings.order = trace && dice.chance(10) ? Order::asap : Order::causal;
  const bool causal = settings.order == Order::causal;
  result.monotone = alone && causal;
  if (!alone && causal) draw_costs(dice, platform, settings.costs);
  settings.costs.copy_latency = dice.below(20);
  settings.costs.copy_rate = {dice.one_of<std::uint64_t>({0, 3, 90}), 300, 1};
  // Of dice of its own, so that the cases keep their numbers otherwise.
  settings.costs.copies_share =
      settings.costs.copy_rate.link_bits != 0 && Dice(number ^ std::uint64_t{1} << 57U).chance(50);
  const auto choose = trace ? choose_trace : choose_program;
  choose(dice, alone, facts.nodes, most_messages, result);
  if (settings.bursts && dice.chance(20)) settings.stretch = draw_stretch(dice, settings.ranks());
  const bool jobs = !alone && causal && dice.chance(25);
  if (jobs) divide_into_jobs(dice, settings);
  result.text += fmt::format(
      ", match {}{}{}{}{}{}{}", settings.match == Match::messages ? "messages" : "packets",
      settings.costs.start_matched ? fmt::format(", start matched, buffered {}", settings.costs.buffered) : "",
      settings.costs.eager != ~std::uint64_t{0} ? fmt::format(", eager {}", settings.costs.eager) : "",
      settings.costs.progress_in_calls ? ", progress in calls" : "",
      settings.costs.copies_share ? ", shared copies" : "", settings.stretch.none() ? "" : ", stragglers",
      jobs ? ", late ranks" : "");
  return result;
}

}  // namespace model_cases

// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/communicators.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <tuple>

namespace trgen::formats::dumpi {
namespace {

// limit over all ranks; communicators made after so many operations are not known
constexpr std::size_t most_operations = std::size_t{1} << 22;
constexpr std::size_t most_members = std::size_t{1} << 26;

}  // namespace

Communicators::Communicators(std::uint32_t ranks) : ranks_count_(ranks) {
  std::vector<std::uint32_t> all(ranks);
  std::iota(all.begin(), all.end(), 0U);
  make(std::make_shared<const std::vector<std::uint32_t>>(std::move(all)));
  make(nullptr);
}

/// Shares a list of members; null when that would take too much memory.
Communicators::Members Communicators::share(std::vector<std::uint32_t> members) const {
  members_ += members.size();
  if (members_ > most_members) return nullptr;
  return std::make_shared<const std::vector<std::uint32_t>>(std::move(members));
}

bool Communicators::classify(const Call& call, Operation& made) {
  struct Form {
    std::string_view function;
    Kind kind;
    std::string_view from, to, color, key, list;
  };
  constexpr std::array forms{
      Form{"MPI_Comm_dup", Kind::same, "oldcomm", "newcomm", {}, {}, {}},
      Form{"MPI_Comm_split", Kind::split, "oldcomm", "newcomm", "color", "key", {}},
      Form{"MPI_Comm_create", Kind::of_group, "oldcomm", "newcomm", "group", {}, {}},
      Form{"MPI_Cart_create", Kind::cart, "oldcomm", "newcomm", {}, {}, "dims"},
      Form{"MPI_Cart_sub", Kind::cart_sub, "oldcomm", "newcomm", {}, {}, "remain_dims"},
      Form{"MPI_Graph_create", Kind::first_nodes, "oldcomm", "newcomm", "nodes", {}, {}},
      Form{"MPI_Intercomm_create", Kind::lost, "localcomm", "newcomm", {}, {}, {}},
      Form{"MPI_Intercomm_merge", Kind::lost, "comm", "newcomm", {}, {}, {}},
      Form{"MPI_Comm_group", Kind::group_of, "comm", "group", {}, {}, {}},
      Form{"MPI_Group_incl", Kind::include, "group", "newgroup", {}, {}, "ranks"},
      Form{"MPI_Group_excl", Kind::exclude, "group", "newgroup", {}, {}, "ranks"},
  };
  const auto form =
      std::find_if(forms.begin(), forms.end(), [&](const Form& each) { return each.function == call.name; });
  if (form == forms.end()) return false;
  made.kind = form->kind;
  made.from = call.number(form->from).value_or(0);
  made.to = call.number(form->to).value_or(0);
  if (!form->color.empty()) made.color = call.number(form->color).value_or(-1);
  if (!form->key.empty()) made.key = call.number(form->key).value_or(0);
  if (!form->list.empty()) {
    const auto list = call.list(form->list);
    made.list.assign(list.begin(), list.end());
  }
  return true;
}

void Communicators::survey(std::uint32_t rank, const Call& call) {
  Operation made;
  if (operations_ == most_operations || call.thread != 0 || !classify(call, made)) return;
  operations_ += 1 + made.list.size();
  operations_ = std::min(operations_, most_operations);
  ranks_[rank].operations.push_back(std::move(made));
}

std::uint32_t Communicators::make(Members members) {
  Communicator made;
  if (members != nullptr) made.operations.resize(members->size());
  made.members = std::move(members);
  communicators_.push_back(std::move(made));
  return static_cast<std::uint32_t>(communicators_.size() - 1);
}

std::uint32_t Communicators::lookup(const Rank& rank, std::int64_t handle) const {
  if (handle == special::comm_world) return world;
  if (handle == special::comm_self) return self;
  const auto found = rank.handles.find(handle);
  return found == rank.handles.end() ? unknown : found->second;
}

void Communicators::resolve(const std::vector<std::uint32_t>& surveyed) {
  surveyed_.assign(ranks_count_, false);
  for (const std::uint32_t rank : surveyed) surveyed_[rank] = true;
  ready_.assign(surveyed.rbegin(), surveyed.rend());
  while (!ready_.empty()) {
    const std::uint32_t rank = ready_.back();
    ready_.pop_back();
    while (advance(rank)) {
    }
  }
  gatherings_.clear();
}

/// Starts the next operation of a rank; false when the rank has to wait for others, or has no more operations.
bool Communicators::advance(std::uint32_t rank) {
  Rank& mine = ranks_[rank];
  if (mine.waits || mine.next == mine.operations.size()) return false;
  Operation& operation = mine.operations[mine.next];
  if (operation.kind >= Kind::group_of) {
    group_operation(mine, operation);
    ++mine.next;
    return true;
  }
  const std::uint32_t from = lookup(mine, operation.from);
  if (from == self && operation.kind != Kind::lost && operation.to != special::comm_null) {
    give(rank, self);
    return true;
  }
  if (operation.kind == Kind::lost || from == self || from == unknown) {
    give(rank, unknown);
    return true;
  }
  return gather(rank, from);
}

void Communicators::group_operation(Rank& rank, const Operation& operation) const {
  Members made;
  if (operation.kind == Kind::group_of) {
    const std::uint32_t from = lookup(rank, operation.from);
    if (from != unknown) made = communicators_[from].members;
  } else if (const auto found = rank.groups.find(operation.from); found != rank.groups.end() && found->second) {
    made = part_of(*found->second, operation);
  }
  rank.groups[operation.to] = made;
}

/// The members of a group that are listed, or those that are not. Null when the list is faulty.
Communicators::Members Communicators::part_of(const std::vector<std::uint32_t>& group,
                                              const Operation& operation) const {
  std::vector<bool> listed(group.size());
  std::vector<std::uint32_t> included;
  for (const std::int64_t index : operation.list) {
    if (index < 0 || static_cast<std::uint64_t>(index) >= group.size()) return nullptr;
    listed[static_cast<std::size_t>(index)] = true;
    included.push_back(group[static_cast<std::size_t>(index)]);
  }
  if (operation.kind == Kind::include) return share(std::move(included));
  std::vector<std::uint32_t> others;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (!listed[i]) others.push_back(group[i]);
  }
  return share(std::move(others));
}

void Communicators::give(std::uint32_t rank, std::uint32_t communicator) {
  Rank& mine = ranks_[rank];
  Operation& operation = mine.operations[mine.next++];
  operation.result = operation.to == special::comm_null ? unknown : communicator;
  mine.handles[operation.to] = operation.result;
  mine.waits = false;
}

/// A rank reaches its next operation on a communicator. True when it can go on.
bool Communicators::gather(std::uint32_t rank, std::uint32_t communicator) {
  Communicator& here = communicators_[communicator];
  const auto place = std::find(here.members->begin(), here.members->end(), rank);
  if (place == here.members->end()) {
    give(rank, unknown);
    return true;
  }
  const std::uint64_t number = here.operations[static_cast<std::size_t>(place - here.members->begin())]++;
  Gathering& gathering = gatherings_[{communicator, number}];
  if (gathering.ranks.empty()) {
    gathering.awaited = static_cast<std::size_t>(
        std::count_if(here.members->begin(), here.members->end(), [&](std::uint32_t each) { return surveyed_[each]; }));
  }
  gathering.ranks.push_back(rank);
  ranks_[rank].waits = true;
  if (gathering.ranks.size() < gathering.awaited) return false;
  std::vector<std::uint32_t> ranks = std::move(gathering.ranks);
  gatherings_.erase({communicator, number});
  complete(communicator, ranks);
  for (const std::uint32_t each : ranks) ready_.push_back(each);
  return false;
}

/// All members that have files have reached the operation, which now has its result.
void Communicators::complete(std::uint32_t communicator, const std::vector<std::uint32_t>& ranks) {
  const Operation& model = ranks_[ranks.front()].operations[ranks_[ranks.front()].next];
  const bool agree = std::all_of(ranks.begin(), ranks.end(), [&](std::uint32_t each) {
    return ranks_[each].operations[ranks_[each].next].kind == model.kind;
  });
  const bool all = ranks.size() == communicators_[communicator].members->size();
  if (agree && model.kind == Kind::split && all) return split(communicator, ranks);
  if (agree && model.kind == Kind::cart_sub) return cart_sub(communicator, ranks);
  const bool keeps_grid = model.kind == Kind::same || model.kind == Kind::cart;
  std::vector<std::int64_t> dims = model.kind == Kind::same ? communicators_[communicator].dims : model.list;
  Members made = agree ? common_result(communicator, ranks.front(), model) : nullptr;
  const std::uint32_t result = made == nullptr ? unknown : make(std::move(made));
  if (result != unknown && keeps_grid) communicators_[result].dims = std::move(dims);
  for (const std::uint32_t each : ranks) give(each, result);
}

/// The members of a result that is the same for all ranks; null when they are not known.
Communicators::Members Communicators::common_result(std::uint32_t communicator, std::uint32_t rank,
                                                    const Operation& operation) {
  Members members = communicators_[communicator].members;
  if (operation.kind == Kind::same) return members;
  if (operation.kind == Kind::of_group) {
    const auto group = ranks_[rank].groups.find(operation.color);
    return group != ranks_[rank].groups.end() ? group->second : nullptr;
  }
  if (operation.kind != Kind::cart && operation.kind != Kind::first_nodes) return nullptr;
  const std::int64_t most = ranks_count_;
  std::int64_t size = operation.kind == Kind::cart ? 1 : operation.color;
  for (const std::int64_t each : operation.list) {
    if (each <= 0 || each > most || size <= 0 || size > most) return nullptr;
    size *= each;
  }
  if (size <= 0 || static_cast<std::uint64_t>(size) > members->size()) return nullptr;
  return share({members->begin(), members->begin() + size});
}

void Communicators::begin(std::uint32_t rank) {
  following_ = &ranks_[rank];
  following_->next = 0;
  following_->handles.clear();
}

void Communicators::follow(const Call& call) {
  Operation made;
  if (call.thread != 0 || !classify(call, made)) return;
  const bool known = following_->next < following_->operations.size();
  const std::uint32_t result = known ? following_->operations[following_->next++].result : unknown;
  if (made.kind < Kind::group_of) following_->handles[made.to] = result;
}

std::uint32_t Communicators::number(std::int64_t handle) const { return lookup(*following_, handle); }

std::vector<record::Communicator> Communicators::notes() const {
  constexpr std::size_t most = std::size_t{1} << 16;
  std::vector<record::Communicator> made;
  for (std::uint32_t number = 0; number < communicators_.size() && made.size() < most; ++number) {
    if (number != self) made.push_back({number, *communicators_[number].members});
  }
  return made;
}

}  // namespace trgen::formats::dumpi

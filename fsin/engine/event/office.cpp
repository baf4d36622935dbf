// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/office.hpp"

#include <algorithm>
#include <cstring>

namespace fsin::engine::event {
namespace {

template <class T>
Bytes to_bytes(const T& value) {
  ByteWriter writer;
  writer(value);
  return std::move(writer.bytes());
}

/// Calls use(value, process) for what each process brought.
template <class T, class Use>
void for_each(Processes& processes, const T& mine, Use use) {
  const std::vector<Bytes> all = processes.share(to_bytes(mine));
  for (unsigned process = 0; process < processes.count(); ++process) {
    T value{};
    ByteReader reader(all[process]);
    reader(value);
    use(value, process);
  }
}

}  // namespace

Standing Office::agree(std::uint64_t cycles, const Standing& mine, PacketPool& packets) {
  for (unsigned to = 0; to < processes_.count(); ++to) {
    letters_[to].clear();
    if (cycles != 0 && to != processes_.self()) letters_[to] = pack(cycles - 1, to, packets);
  }
  const auto notes = processes_.swap(std::as_bytes(std::span(&mine, 1)), letters_);
  Standing all;
  for (unsigned from = 0; from < processes_.count(); ++from) {
    Standing standing;
    std::memcpy(&standing, notes.data() + from * sizeof(Standing), sizeof(Standing));
    all.add(standing);
    if (from != processes_.self() && !letters_[from].empty()) unpack(cycles - 1, from, packets);
  }
  return all;
}

Bytes Office::pack(std::uint64_t cycle, unsigned to, PacketPool& packets) {
  ByteWriter letter;
  std::vector<Letter>& box = shared_.mail.box(cycle, processes_.self(), to);
  letter(static_cast<std::uint32_t>(box.size()));
  for (const Letter& each : box) {
    letter(each);
    if (each.event.kind() != Kind::arrive) continue;
    letter(packets[each.event.datum()]);
    packets.give_back(each.event.datum());
  }
  box.clear();
  if (share_.exchanging() != nullptr) share_.exchanging()->pack_notices(to, letter);
  return std::move(letter.bytes());
}

void Office::unpack(std::uint64_t cycle, unsigned from, PacketPool& packets) {
  ByteReader letter(letters_[from]);
  std::uint32_t count = 0;
  letter(count);
  std::vector<Letter>& box = shared_.mail.box(cycle, from, processes_.self());
  for (std::uint32_t i = 0; i < count; ++i) {
    Letter each{};
    letter(each);
    if (each.event.kind() == Kind::arrive) {
      const PacketNumber number = packets.take();
      letter(packets[number]);
      each.event = Event(Kind::arrive, each.event.router(), each.event.queue(), number);
    }
    box.push_back(each);
  }
  if (!letter.at_end()) share_.exchanging()->unpack_notices(from, letter);
}

stats::RunTotals join(Processes& processes, const Parts& parts, stats::RunTotals mine) {
  stats::RunTotals all;
  for_each(processes, mine, [&](stats::RunTotals& totals, unsigned process) {
    if (process == 0) {
      all = std::move(totals);
      return;
    }
    all.merge(totals);
    all.workload.merge(totals.workload);
    if (all.failure.empty()) all.failure = totals.failure;
    if (!totals.failure.empty()) all.outcome = stats::Outcome::interrupted;
    for (std::size_t rank = 0; rank < totals.ranks.size(); ++rank) {
      if (parts.owner(totals.ranks[rank].node.value) == process) all.ranks[rank] = totals.ranks[rank];
    }
  });
  std::sort(all.links.begin(), all.links.end(), [](const stats::LinkLoad& a, const stats::LinkLoad& b) {
    return std::tie(a.from, a.port) < std::tie(b.from, b.port);
  });
  all.workload.set_means(all.ranks);
  return all;
}

std::vector<WaitingHeader> join(Processes& processes, const std::vector<WaitingHeader>& mine) {
  std::vector<WaitingHeader> all;
  for_each(processes, mine, [&](std::vector<WaitingHeader>& headers, unsigned) {
    std::move(headers.begin(), headers.end(), std::back_inserter(all));
  });
  std::sort(all.begin(), all.end(), [](const WaitingHeader& a, const WaitingHeader& b) {
    return std::tie(a.router, a.queue) < std::tie(b.router, b.queue);
  });
  return all;
}

std::vector<std::string> join(Processes& processes, const std::vector<std::string>& mine, std::size_t most) {
  std::vector<std::string> all;
  for_each(processes, mine, [&](std::vector<std::string>& lines, unsigned) {
    for (std::string& line : lines) {
      if (all.size() < most) all.push_back(std::move(line));
    }
  });
  return all;
}

double sum(Processes& processes, double mine) {
  double all = 0;
  for_each(processes, mine, [&](double value, unsigned) { all += value; });
  return all;
}

}  // namespace fsin::engine::event

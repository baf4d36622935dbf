// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/packet_share.hpp"

#include <algorithm>
#include <utility>

namespace fsin::workload {

using Kind = Action::Kind;

PacketTasks::PacketTasks(const MessageWorkload& messages, const NetworkFacts& facts, Timeline* timeline)
    : packetiser(facts),
      node_of_task(messages.node_of_task()),
      ranks(messages.ranks()),
      first_at(facts.nodes, nobody),
      next_at(node_of_task.size(), nobody),
      share_of(node_of_task.size()),
      senders(node_of_task.size()),
      told(timeline != nullptr ? node_of_task.size() : 0),
      lives(timeline) {
  for (std::size_t i = node_of_task.size(); i > 0; --i) {
    const auto task = static_cast<std::uint32_t>(i - 1);
    std::uint32_t& first = first_at[node_of_task[task]];
    next_at[task] = std::exchange(first, task);
    if (next_at[task] != nobody && turn_at.empty()) turn_at.assign(facts.nodes, nobody);
  }
  if (!turn_at.empty()) places = TaskPlaces(node_of_task, facts.nodes);
}

PacketShare::PacketShare(PacketTasks& tasks, NoticeBoxes& boxes, unsigned self, MessageShare& messages,
                         const PacketRules& rules)
    : tasks_(tasks),
      self_(self),
      messages_(messages),
      roused_(dynamic_cast<const RousedTasks*>(&messages)),
      memory_(messages.rank_memory()),
      transits_(rules.pooled),
      remote_(boxes, self),
      random_(rules.random) {
  if (!tasks.turn_at.empty()) shared_ = SharedNodes(tasks.places);
  for (std::uint32_t task = 0; task < tasks.senders.size(); ++task) {
    if (tasks.share_of[task] != self) continue;
    follow(task, messages.next(task, 0), 0);
    if (shares_node(task)) shared_.ask(tasks.places.place_of[task]);  // in the first poll, whoever roused whom
  }
}

Poll PacketShare::poll(NodeId node, Cycle now, bool room) {
  const std::uint32_t first = tasks_.first_at[node.index()];
  if (first == PacketTasks::nobody) return {};
  if (tasks_.next_at[first] == PacketTasks::nobody) return poll_alone(first, now, room);
  return poll_shared(static_cast<std::uint32_t>(node.index()), now, room);
}

/// Polls a task that has its node for itself.
Poll PacketShare::poll_alone(std::uint32_t task, Cycle now, bool room) {
  Poll answer;
  Sender& sender = tasks_.senders[task];
  if (sender.kind == Kind::compute) {
    if (now >= sender.cycle) follow(task, messages_.next(task, now), now);
  } else {
    if (sender.kind == Kind::wait) follow(task, messages_.next(task, now), now);
    if (sender.kind == Kind::send && now >= sender.cycle) send_packet(task, now, room, answer);
  }
  const bool sends = sender.kind == Kind::send && sender.cycle <= now + 1;
  if (!answer.wants_room) answer.next = sends ? now + 1 : sender.cycle;
  answer.more = answer.offers && sends && random_ == nullptr;
  return answer;
}

/// Polls a node with several tasks: those go on that can; then one of those that send puts a packet into the network.
Poll PacketShare::poll_shared(std::uint32_t node, Cycle now, bool room) {
  Poll answer;
  shared_.take_due(node, now, plan_stands());
  bool rouses = ask_tasks(node, now);
  const std::uint32_t task = whose_turn(node, now);
  if (task != PacketTasks::nobody) {
    const bool may_rouse = send_packet(task, now, room, answer);
    if (may_rouse) rouse(task, now, false);
    rouses |= may_rouse;
    if (answer.offers) tasks_.turn_at[node] = task;
  }
  const bool sends = shared_.sending(node, tasks_.places.begin[node]) != SharedNodes::none;
  if (sends && !answer.wants_room) answer.next = now + 1;
  answer.next = std::min(answer.next, shared_.next(node, plan_stands()));
  if (rouses) answer.next = now + 1;
  return answer;
}

/// Asks the tasks of the node that may go on, in ascending order; returns whether an action of one of them may let
/// another go on.
bool PacketShare::ask_tasks(std::uint32_t node, Cycle now) {
  bool rouses = false;
  std::uint32_t place = tasks_.places.begin[node];
  while ((place = shared_.take_asked(node, place)) != SharedNodes::none) {
    const std::uint32_t task = tasks_.places.task_at[place++];
    const Sender& sender = tasks_.senders[task];
    const bool due = sender.kind == Kind::compute ? now >= sender.cycle : sender.kind == Kind::wait;
    if (!due || !follow(task, messages_.next(task, now), now)) continue;
    rouse(task, now, true);
    rouses = true;
  }
  return rouses;
}

/// The last answer, to a call for `task`, may let other tasks of its node go on: in the next cycle, and `at_once` those
/// that come after it.
void PacketShare::rouse(std::uint32_t task, Cycle now, bool at_once) {
  const std::uint32_t node = tasks_.node_of_task[task];
  const auto rouse_one = [&](std::uint32_t other) {
    const std::uint32_t place = tasks_.places.place_of[other];
    shared_.ask_next(place, node, now);
    if (at_once && other > task) shared_.ask(place);
  };
  if (roused_ != nullptr) {
    for (const std::uint32_t other : roused_->roused()) rouse_one(other);
    return;
  }
  for (std::uint32_t other = tasks_.first_at[node]; other != PacketTasks::nobody; other = tasks_.next_at[other])
    rouse_one(other);
}

void PacketShare::ask_all(std::uint32_t node) {
  for (std::uint32_t place = tasks_.places.begin[node]; place < tasks_.places.begin[node + 1]; ++place)
    shared_.ask(place);
}

/// The task of the node that sends the next packet: tasks with packets take turns, packet by packet.
std::uint32_t PacketShare::whose_turn(std::uint32_t node, Cycle now) const {
  const auto first_from = [&](std::uint32_t place) {
    for (place = shared_.sending(node, place); place != SharedNodes::none; place = shared_.sending(node, place + 1)) {
      const std::uint32_t task = tasks_.places.task_at[place];
      if (tasks_.senders[task].cycle <= now) return task;
    }
    return PacketTasks::nobody;
  };
  const std::uint32_t last = tasks_.turn_at[node];
  if (last != PacketTasks::nobody) {
    const std::uint32_t after = first_from(tasks_.places.place_of[last] + 1);
    if (after != PacketTasks::nobody) return after;
  }
  return first_from(tasks_.places.begin[node]);
}

/// Plans what a task of a shared node does.
void PacketShare::plan(std::uint32_t task, Cycle now) {
  const Sender& sender = tasks_.senders[task];
  const std::uint32_t place = tasks_.places.place_of[task];
  shared_.stop_sending(place);
  const bool sends = sender.kind == Kind::send;
  if (sends && sender.cycle <= now + 1) return shared_.send(place);
  if (sender.kind == Kind::end || sender.kind == Kind::failed || sender.cycle == never) return;
  shared_.plan(place, tasks_.node_of_task[task], sender.cycle, sends);
}

void PacketShare::restore_shared_nodes() {
  if (tasks_.turn_at.empty()) return;
  shared_ = SharedNodes(tasks_.places);
  for (std::uint32_t task = 0; task < tasks_.senders.size(); ++task) {
    if (tasks_.share_of[task] != self_ || !shares_node(task)) continue;
    plan(task, 0);
    shared_.ask(tasks_.places.place_of[task]);
  }
}

void PacketShare::prefetch(NodeId node) const {
  const std::uint32_t task = tasks_.first_at[node.index()];
  if (task == PacketTasks::nobody) return;
  prefetch_line(&tasks_.senders[task]);
  const char* memory = memory_.first + task * memory_.stride;
  for (std::size_t line = 0; line < memory_.stride; line += 64) prefetch_line(memory + line);
}

bool PacketShare::delivered(const Delivery& delivery) {
  const std::uint32_t token = RemoteToken::is(delivery.token) ? remote_.arrived(delivery.token) : delivery.token;
  if (tasks_.lives.wanted()) note_packet(token, delivery);
  if (!transits_.arrived(token)) return false;
  const std::uint32_t flow = transits_.close(token);
  if (tasks_.lives.wanted()) {
    const Message name = transits_.pooled() ? names_[token] : Message{};
    tasks_.lives.end(life_name(name, delivery.token), latest_[token], flow);
  }
  if (!messages_.delivered(flow, delivery.cycle + 1)) return false;
  if (tasks_.turn_at.empty()) return true;
  if (roused_ == nullptr) {
    ask_all(delivery.destination.value);
    return true;
  }
  for (const std::uint32_t task : roused_->roused()) shared_.ask(tasks_.places.place_of[task]);
  return true;
}

/// Keeps, of the packets of a token that arrive in one cycle, the one that entered last.
void PacketShare::note_packet(std::uint32_t token, const Delivery& delivery) {
  if (latest_.size() <= token) latest_.resize(token + std::size_t{1});
  Delivery& latest = latest_[token];
  if (latest.cycle != delivery.cycle || latest.entered < delivery.entered) latest = delivery;
  if (transits_.pooled()) tasks_.lives.came_too(names_[token].destination, token, delivery);
}

void PacketShare::take_notices() {
  remote_.read([this](const Message& message, std::uint64_t packets) { return open(message, packets); });
}

/// Opens a count for the packets of a message to one of this share's ranks; returns their token.
std::uint32_t PacketShare::open(const Message& message, std::uint64_t packets) {
  const std::uint32_t flow = messages_.expect(message);
  if (tasks_.lives.wanted() && transits_.pooled()) {
    if (names_.size() <= flow) names_.resize(flow + std::size_t{1});
    names_[flow] = message;
  }
  return transits_.open(flow, packets);
}

/// Starts the action of a task, whose previous one ended in cycle `now`; returns whether that may let other tasks of
/// its node go on.
bool PacketShare::follow(std::uint32_t task, const Action& action, Cycle now) {
  Sender& sender = tasks_.senders[task];
  sender.kind = action.kind;
  sender.cycle = action.cycle;
  if (action.kind == Kind::send) {
    // A task that sends for a rank does nothing else in a cycle; the rank itself has completed something in cycle
    // `now`.
    const Cycle before = action.cycle - 1;
    begin_send(task, action.message, task < tasks_.ranks ? std::max(now, before) : before, std::max(now, action.cycle));
  }
  if (shares_node(task)) plan(task, now);
  return action.rouses;
}

/// Starts a send; `active` is the last cycle in which the task does anything before it, `ready` the first in which a
/// packet of it may enter.
void PacketShare::begin_send(std::uint32_t task, const Message& message, Cycle active, Cycle ready) {
  Sender& sender = tasks_.senders[task];
  const unsigned receiver = tasks_.share_of[message.destination];
  sender.active = active;
  sender.packets_left = tasks_.packetiser.packets(message.bytes);
  sender.last_phits = tasks_.packetiser.last_phits(message.bytes);
  sender.peer_node = tasks_.node_of_task[message.destination];
  sender.token =
      receiver == self_ ? open(message, sender.packets_left) : remote_.announce(receiver, message, sender.packets_left);
  if (tasks_.lives.wanted()) tasks_.told[task] = {message, ready};
}

bool PacketShare::send_packet(std::uint32_t task, Cycle now, bool room, Poll& answer) {
  Sender& sender = tasks_.senders[task];
  if (random_ != nullptr) random_->next();  // choice of the injector
  answer.wants_room = !room;
  answer.offers = room;
  if (!room) return false;
  if (tasks_.lives.wanted()) tell_packet(task, now);
  const bool last = --sender.packets_left == 0;
  answer.packet.destination = NodeId(sender.peer_node);
  answer.packet.phits = last ? sender.last_phits : tasks_.packetiser.full_phits();
  answer.packet.token = sender.token;
  answer.packet.generated = sender.cycle;
  ++packets_sent_;
  phits_sent_ += answer.packet.phits;
  if (now > sender.active + 1) sender.waited_room += now - sender.active - 1;
  sender.active = now;
  sender.cycle = now + 1;
  return last && follow(task, messages_.sent(task, now), now);
}

void PacketShare::tell_packet(std::uint32_t task, Cycle now) {
  const Sender& sender = tasks_.senders[task];
  const Message& message = tasks_.told[task].message;
  if (sender.packets_left == tasks_.packetiser.packets(message.bytes)) {
    MessageLife life{message.source, message.destination, message.tag, message.bytes, now, 0};
    life.background = task >= tasks_.ranks;
    life.ready = tasks_.told[task].ready;
    life.waited = now - life.ready;
    life.control = messages_.is_control(message);
    tasks_.lives.begin(life_name(message, sender.token), life);
  }
  const auto tell = [&](Activity activity, Cycle first, Cycle last) {
    if (first > last) return;
    if (task < tasks_.ranks) return tasks_.lives.span(task, activity, first, last);
    tasks_.lives.background(message.source, activity, first, last);  // the rank goes on meanwhile
  };
  tell(Activity::wait_room, sender.active + 1, now - 1);
  tell(Activity::send, std::max(now, sender.active + 1), now);
}

LifeName PacketShare::life_name(const Message& message, std::uint32_t token) const {
  if (!transits_.pooled()) return {RemoteToken::is(token) ? PacketTasks::nobody : self_, token, 0, 0, 0};
  return {message.destination, message.source, message.tag, message.communicator,
          tasks_.packetiser.packets(message.bytes)};
}

}  // namespace fsin::workload

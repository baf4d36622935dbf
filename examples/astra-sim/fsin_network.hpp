// SPDX-License-Identifier: Apache-2.0
// ASTRA-sim over a network of fsin: its interface of networks (AstraNetworkAPI), one object a rank over one FsinHost.
//
//   fsin::Network network(fsin::Experiment::from_file("machine.yaml"));
//   FsinHost host(network);
//   // for each rank: FsinNetwork(rank, host), given to its AstraSim::Sys; then Sys::workload->fire()
//   host.run();
//
// Rank r is node r. Times of ASTRA-sim are nanoseconds; a message leaves in the first cycle that begins at its time or
// later. A receive takes the oldest message of its source, tag and size. A send is complete when its message has come.
#pragma once

#include <algorithm>
#include <astra-sim/common/AstraNetworkAPI.hh>
#include <cmath>
#include <cstdint>
#include <deque>
#include <fsin/fsin.hpp>
#include <map>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

/// What ASTRA-sim wants to be called back with.
struct FsinCallback {
  void (*handler)(void*) = nullptr;
  void* argument = nullptr;

  void operator()() const {
    if (handler != nullptr) handler(argument);
  }
};

class FsinHost {
 public:
  explicit FsinHost(fsin::Network& network) : network_(network), cycle_ns_(network.seconds_per_cycle() * 1e9L) {}

  long double now_ns() const { return now_ns_; }

  void schedule(long double delta_ns, FsinCallback callback) {
    if (!(delta_ns >= 0)) throw std::invalid_argument("an event is scheduled for a time that is over");
    events_.push({now_ns_ + delta_ns, scheduled_++, callback});
  }

  void send(int source, int destination, int tag, std::uint64_t bytes, FsinCallback sent) {
    const std::uint64_t token = messages_.size();
    messages_.push_back({Name{source, destination, tag, bytes}, sent});
    if (source == destination) {  // crosses no network
      own_.emplace_back(token);
      return schedule(0, {&FsinHost::deliver_own, this});
    }
    const auto cycle = static_cast<std::uint64_t>(std::ceil(now_ns_ / cycle_ns_));
    network_.send(static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(destination), bytes,
                  std::max(cycle, network_.now()), token);
  }

  void receive(int source, int destination, int tag, std::uint64_t bytes, FsinCallback received) {
    Matching& matching = matching_[Name{source, destination, tag, bytes}];
    if (matching.came == 0) {
      matching.awaited.push_back(received);
    } else {
      --matching.came;
      schedule(0, received);
    }
  }

  /// Carries out all events and messages, until there are no more.
  void run() {
    for (;;) {
      const bool planned = !events_.empty();
      if (!planned && network_.under_way() == 0) return;
      // Messages that come at the time of an event are told before it.
      const std::uint64_t until =
          planned ? static_cast<std::uint64_t>(std::floor(events_.top().at_ns / cycle_ns_)) : fsin::Network::no_end;
      network_.advance(until);
      bool any = false;
      while (const auto came = network_.next_delivery()) {
        any = true;
        now_ns_ = std::max(now_ns_, static_cast<long double>(came->cycle) * cycle_ns_);
        deliver(came->token);
      }
      if (any || !planned) continue;
      const Event event = events_.top();
      events_.pop();
      now_ns_ = event.at_ns;
      event.callback();
    }
  }

 private:
  using Name = std::tuple<int, int, int, std::uint64_t>;  // source, destination, tag, bytes
  struct Message {
    Name name;
    FsinCallback sent;
  };
  struct Matching {
    std::uint64_t came = 0;            // and not received
    std::deque<FsinCallback> awaited;  // receives without a message
  };
  struct Event {
    long double at_ns;
    std::uint64_t number;
    FsinCallback callback;

    bool operator<(const Event& other) const {  // for a heap whose first is the earliest
      return at_ns != other.at_ns ? at_ns > other.at_ns : number > other.number;
    }
  };

  void deliver(std::uint64_t token) {
    const Message message = messages_[token];
    message.sent();
    Matching& matching = matching_[message.name];
    if (matching.awaited.empty()) {
      ++matching.came;
      return;
    }
    const FsinCallback received = matching.awaited.front();
    matching.awaited.pop_front();
    received();
  }
  static void deliver_own(void* self) {
    auto* const host = static_cast<FsinHost*>(self);
    const std::uint64_t token = host->own_.front();
    host->own_.pop_front();
    host->deliver(token);
  }

  fsin::Network& network_;
  long double cycle_ns_;
  long double now_ns_ = 0;
  std::uint64_t scheduled_ = 0;
  std::priority_queue<Event> events_;
  std::vector<Message> messages_;  // by token
  std::deque<std::uint64_t> own_;  // of nodes to themselves
  std::map<Name, Matching> matching_;
};

class FsinNetwork final : public AstraSim::AstraNetworkAPI {
 public:
  FsinNetwork(int rank, FsinHost& host) : AstraNetworkAPI(rank), host_(host) {}

  int sim_send(void* /*buffer*/, uint64_t count, int /*type*/, int dst, int tag, AstraSim::sim_request* /*request*/,
               void (*msg_handler)(void*), void* fun_arg) override {
    host_.send(sim_comm_get_rank(), dst, tag, count, {msg_handler, fun_arg});
    return 0;
  }
  int sim_recv(void* /*buffer*/, uint64_t count, int /*type*/, int src, int tag, AstraSim::sim_request* /*request*/,
               void (*msg_handler)(void*), void* fun_arg) override {
    host_.receive(src, sim_comm_get_rank(), tag, count, {msg_handler, fun_arg});
    return 0;
  }
  void sim_schedule(AstraSim::timespec_t delta, void (*fun_ptr)(void*), void* fun_arg) override {
    host_.schedule(nanoseconds(delta), {fun_ptr, fun_arg});
  }
  AstraSim::timespec_t sim_get_time() override { return {AstraSim::NS, host_.now_ns()}; }

 private:
  static long double nanoseconds(const AstraSim::timespec_t& time) {
    switch (time.time_res) {
      case AstraSim::SE:
        return time.time_val * 1e9L;
      case AstraSim::MS:
        return time.time_val * 1e6L;
      case AstraSim::US:
        return time.time_val * 1e3L;
      case AstraSim::NS:
        return time.time_val;
      case AstraSim::FS:
        return time.time_val * 1e-6L;
    }
    throw std::invalid_argument("a unit of time that ASTRA-sim does not have");
  }

  FsinHost& host_;
};

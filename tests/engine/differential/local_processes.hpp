// SPDX-License-Identifier: Apache-2.0
// Processes that are threads of the test: each runs its part of one network with a workload of its own, and they talk
// through an array.
#pragma once

#include <barrier>
#include <cstring>
#include <thread>
#include <vector>

#include "fsin/engine/processes.hpp"

namespace differential {

class Hall {
 public:
  explicit Hall(unsigned count) : count_(count), notes_(count), letters_(count), meeting_(count) {}

  unsigned count() const { return count_; }
  void meet() { meeting_.arrive_and_wait(); }
  fsin::engine::Bytes& note(unsigned of) { return notes_[of]; }
  std::vector<fsin::engine::Bytes>& letters(unsigned of) { return letters_[of]; }

 private:
  unsigned count_;
  std::vector<fsin::engine::Bytes> notes_;
  std::vector<std::vector<fsin::engine::Bytes>> letters_;
  std::barrier<> meeting_;
};

class LocalProcess final : public fsin::engine::Processes {
 public:
  LocalProcess(Hall& hall, unsigned self) : hall_(hall), self_(self) {}

  unsigned count() const override { return hall_.count(); }
  unsigned self() const override { return self_; }

  std::span<const std::byte> swap(std::span<const std::byte> note, std::vector<fsin::engine::Bytes>& letters) override {
    hall_.note(self_).assign(note.begin(), note.end());
    hall_.letters(self_) = letters;
    hall_.meet();
    notes_.clear();
    for (unsigned from = 0; from < count(); ++from) {
      notes_.insert(notes_.end(), hall_.note(from).begin(), hall_.note(from).end());
      letters[from] = hall_.letters(from)[self_];
    }
    hall_.meet();
    return notes_;
  }

  std::vector<fsin::engine::Bytes> share(const fsin::engine::Bytes& mine) override {
    hall_.note(self_) = mine;
    hall_.meet();
    std::vector<fsin::engine::Bytes> all;
    for (unsigned from = 0; from < count(); ++from) all.push_back(hall_.note(from));
    hall_.meet();
    return all;
  }

 private:
  Hall& hall_;
  unsigned self_;
  fsin::engine::Bytes notes_;
};

/// Calls run(process) in a thread for each of `count` processes.
template <class Run>
void run_processes(unsigned count, Run run) {
  Hall hall(count);
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < count; ++i) {
    threads.emplace_back([&hall, &run, i] {
      LocalProcess process(hall, i);
      run(process);
    });
  }
}

}  // namespace differential

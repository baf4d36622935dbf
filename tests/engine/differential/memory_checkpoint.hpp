// SPDX-License-Identifier: Apache-2.0
// A run that is killed again and again, and each time continued from the state that it kept last.
#pragma once

#include <vector>

#include "fsin/engine/engine.hpp"

namespace differential {

/// Keeps the last state in memory. Always due.
class MemoryCheckpoint final : public fsin::engine::Checkpoint {
 public:
  bool due() override { return true; }
  void save(fsin::Cycle, const std::function<void(fsin::ByteWriter&)>& write) override {
    fsin::ByteWriter writer;
    write(writer);
    bytes_ = std::move(writer.bytes());
    ++saved_;
  }
  void load(const std::function<void(fsin::ByteReader&)>& read) override {
    if (bytes_.empty()) return;
    fsin::ByteReader reader(bytes_);
    read(reader);
    if (!reader.at_end()) throw std::logic_error("more was saved than is loaded");
    ++loaded_;
  }

  unsigned saved() const { return saved_; }
  unsigned loaded() const { return loaded_; }

 private:
  std::vector<std::byte> bytes_;
  unsigned saved_ = 0;
  unsigned loaded_ = 0;
};

struct Killed {};

/// Calls run(plan, control) until one is not killed. A run looks around (and keeps its state) every `look_every`
/// cycles, and is killed when it does so for the `lives`-th time, which is at least 2. Returns what the last one
/// returned.
template <class RunIt>
auto run_with_kills(fsin::engine::RunPlan plan, MemoryCheckpoint& checkpoint, unsigned look_every, unsigned lives,
                    RunIt run_it) {
  plan.checkpoint = &checkpoint;
  plan.look_every = look_every;
  while (true) {
    fsin::engine::Control control;
    unsigned looks = 0;
    control.progress = [&](fsin::Cycle, double, std::uint64_t) {
      if (++looks == lives) throw Killed();
    };
    try {
      return run_it(plan, control);
    } catch (const Killed&) {
    }
  }
}

}  // namespace differential

// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/checkpoint_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "fsin/core/host.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/say.hpp"
#include "fsin/run/state_file.hpp"

namespace fsin::run {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view experiment_file = "experiment.json";

/// A file that a run with checkpoints made.
bool is_ours(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name == experiment_file) return true;
  const auto ends = [&](std::string_view ending) { return std::string_view(name).ends_with(ending); };
  return name.starts_with("seed-") && (ends(".state") || ends(".part") || ends(".done") || ends(".incomplete"));
}

nlohmann::json read_json(const fs::path& path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in, nullptr, false);
}

/// "cg.txt has changed", for the first file that is not as it was; empty where all are.
std::string changed_input(const nlohmann::json& there, const nlohmann::json& here) {
  for (const auto& [path, digest] : here.items()) {
    if (!there.contains(path)) return fmt::format("{} was not read then", path);
    if (there[path] != digest) return fmt::format("{} has changed", path);
  }
  for (const auto& [path, digest] : there.items()) {
    if (!here.contains(path)) return fmt::format("{} was read then, and is not now", path);
  }
  return {};
}

/// "workload.load is 0.3 there and 0.4 here", for the first difference; empty where there is none.
std::string difference(const nlohmann::json& there, const nlohmann::json& here) {
  if (there.contains(checkpoint_inputs)) {
    std::string changed = changed_input(there[checkpoint_inputs], here.at(checkpoint_inputs));
    if (!changed.empty()) return changed;
  }
  const nlohmann::json before = there.flatten(), now = here.flatten();
  const auto show = [](const nlohmann::json& flat, const std::string& key) {
    return flat.contains(key) ? flat[key].dump() : std::string("absent");
  };
  nlohmann::json keys = before;
  keys.update(now);
  for (const auto& [key, value] : keys.items()) {
    if (show(before, key) == show(now, key)) continue;
    std::string name = key.substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    if (name.starts_with("config.")) name = name.substr(7);
    return fmt::format("{} is {} there and {} here", name, show(before, key), show(now, key));
  }
  return {};
}

}  // namespace

std::span<const std::string_view> checkpoint_files() { return {&experiment_file, 1}; }

KeptSimulation::KeptSimulation(fs::path directory, std::string stem, double every_s, engine::Processes* processes,
                               bool quiet)
    : directory_(std::move(directory)),
      stem_(std::move(stem)),
      every_s_(every_s),
      last_s_(wall_seconds()),
      processes_(processes),
      quiet_(quiet) {}

fs::path KeptSimulation::part(Cycle cycle, unsigned process) const {
  return file(fmt::format("-{}-{}.part", cycle, process));
}

bool KeptSimulation::all_agree(bool mine) const {
  return processes_ == nullptr ? mine : engine::first_against(*processes_, mine) == processes_->count();
}

bool KeptSimulation::try_to_write(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const OutputError& error) {
    say("fsin: warning: {}; the run goes on without this checkpoint\n", error.what());
    return false;
  }
}

bool KeptSimulation::ended(const std::function<void(ByteReader&)>& read) {
  if (!all_agree(fs::exists(file(".done")))) return false;
  verify_state(file(".done"));
  read_state(file(".done"), read);
  return true;
}

void KeptSimulation::end(const std::function<void(ByteWriter&)>& write) {
  if (self() != 0) return;
  if (!try_to_write([&] { write_state(file(".done"), write); })) return;
  std::error_code ignored;
  fs::remove(file(".state"), ignored);
  remove_parts_but(never);
}

bool KeptSimulation::due() { return wall_seconds() - last_s_ >= every_s_; }

void KeptSimulation::save(Cycle now, const std::function<void(ByteWriter&)>& write) {
  const bool mine = try_to_write([&] {
    write_state(part(now, self()), [&](ByteWriter& out) {
      if (save_too_) save_too_(out);
      write(out);
    });
  });
  const bool all = all_agree(mine);
  last_s_ = wall_seconds();  // writing counts not, or a slow disk would do nothing else
  if (!all || self() != 0) return;
  const auto head = [&] { write_file(file(".state"), fmt::format("{}\n", now)); };
  if (try_to_write(head)) remove_parts_but(now);
}

void KeptSimulation::remove_parts_but(Cycle cycle) const {
  std::error_code error;
  for (fs::directory_iterator entry(directory_, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(stem_ + "-") || !name.ends_with(".part")) continue;
    if (name.starts_with(fmt::format("{}-{}-", stem_, cycle))) continue;
    std::error_code ignored;
    fs::remove(entry->path(), ignored);
  }
}

void KeptSimulation::load(const std::function<void(ByteReader&)>& read) {
  Cycle cycle = 0;
  std::ifstream head(file(".state"));
  const bool found = static_cast<bool>(head >> cycle);
  if (!all_agree(found)) return;
  std::string trouble;
  try {
    verify_state(part(cycle, self()));
  } catch (const CheckpointError& error) {
    trouble = error.what();
  }
  if (!all_agree(trouble.empty())) {
    throw CheckpointError(trouble.empty() ? "another process cannot read its part of the checkpoint" : trouble);
  }
  read_state(part(cycle, self()), [&](ByteReader& in) {
    if (load_too_) load_too_(in);
    read(in);
  });
  if (!quiet_ && self() == 0) say("fsin: {}: goes on after cycle {}\n", file("").string(), cycle);
}

std::unique_ptr<CheckpointDirectory> CheckpointDirectory::open(const fs::path& path, const nlohmann::json& experiment,
                                                               double every_s, engine::Processes* processes, bool quiet,
                                                               Diagnostics& diagnostics) {
  const bool first = processes == nullptr || processes->self() == 0;
  std::unique_ptr<CheckpointDirectory> directory(new CheckpointDirectory(path, every_s, processes, quiet));
  if (first) {
    prepare_directory(path);
    directory->lock_.emplace(path);
  }
  const fs::path file = path / experiment_file;
  if (!fs::exists(file)) {
    if (first) {
      directory->remove_states();  // left by a kill while the folder was removed: nobody knows what they belong to
      write_file(file, experiment.dump(2) + "\n");
    }
    return directory;
  }
  const nlohmann::json there = read_json(file);
  const std::string other = there.is_object() ? difference(there, experiment) : "its experiment.json is damaged";
  if (other.empty()) return directory;
  diagnostics.error(Mark(path.string()),
                    fmt::format("the checkpoint is not of this run: {}; remove the folder to start from the beginning, "
                                "or name another one",
                                other));
  return nullptr;
}

std::unique_ptr<KeptSimulation> CheckpointDirectory::simulation(std::uint64_t seed, unsigned number) const {
  return std::make_unique<KeptSimulation>(path_, fmt::format("seed-{}-{}", seed, number), every_s_, processes_, quiet_);
}

void CheckpointDirectory::remove_states() const {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, ignored)) {
    if (is_ours(entry.path()) && entry.path().filename() != experiment_file) fs::remove(entry.path(), ignored);
  }
}

void CheckpointDirectory::remove() const {
  std::error_code ignored;
  remove_states();
  fs::remove(path_ / experiment_file, ignored);  // last: until then, what is left knows what it belongs to
  fs::remove(path_, ignored);                    // unless somebody else has put something there
}

}  // namespace fsin::run

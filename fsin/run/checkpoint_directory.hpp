// SPDX-License-Identifier: Apache-2.0
// `fsin run --checkpoint DIR`: the folder in which the runs of one experiment leave their states, and where the same
// command finds them after it was killed.
//
//   experiment.json          what the states belong to: configuration, files that are read, program; compared when it
//                            is found
//   seed-3-0.state           the text "CYCLE": which of the files below are the last whole state
//   seed-3-0-120000-0.part   the state of part 0 (of process 0) after cycle 120000
//   seed-3-0.done            the result of a simulation that has ended
// 3 is the seed and 0 the number of the simulation among those of this seed (pilots for the warm-up, loads tried).
// Every file is written under another name and renamed, so that a kill leaves the state before or the one after.
// Several processes need a folder that all of them see.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/folder_lock.hpp"
#include "fsin/engine/checkpoint.hpp"
#include "fsin/engine/processes.hpp"

namespace fsin::run {

/// One simulation's.
class KeptSimulation final : public engine::Checkpoint {
 public:
  /// `every_s`: seconds between two states. `processes` may be null.
  KeptSimulation(std::filesystem::path directory, std::string stem, double every_s, engine::Processes* processes,
                 bool quiet);

  /// Adds state of the caller's to what the engine keeps.
  void keep_too(std::function<void(ByteWriter&)> save, std::function<void(ByteReader&)> load) {
    save_too_ = std::move(save);
    load_too_ = std::move(load);
  }

  /// The simulation has ended before: calls read(in) with what end() was given. Throws CheckpointError, as load() does.
  bool ended(const std::function<void(ByteReader&)>& read);
  void end(const std::function<void(ByteWriter&)>& write);

  bool due() override;
  void save(Cycle now, const std::function<void(ByteWriter&)>& write) override;
  void load(const std::function<void(ByteReader&)>& read) override;

 private:
  std::filesystem::path file(std::string_view ending) const { return directory_ / (stem_ + std::string(ending)); }
  std::filesystem::path part(Cycle cycle, unsigned process) const;
  unsigned self() const { return processes_ == nullptr ? 0 : processes_->self(); }
  bool all_agree(bool mine) const;
  void remove_parts_but(Cycle cycle) const;
  bool try_to_write(const std::function<void()>& write);

  std::filesystem::path directory_;
  std::string stem_;
  double every_s_;
  double last_s_;
  engine::Processes* processes_;
  bool quiet_;
  std::function<void(ByteWriter&)> save_too_;
  std::function<void(ByteReader&)> load_too_;
};

/// What a state belongs to has the digests of all files that were read under this name, by their paths.
inline constexpr const char* checkpoint_inputs = "inputs";

/// The names in it that another file could have.
std::span<const std::string_view> checkpoint_files();

class CheckpointDirectory {
 public:
  /// Makes the folder, or finds that it belongs to `experiment`: nothing else may differ than what `allowed` names.
  /// Empty after an error, which is in `diagnostics`. Throws OutputError.
  static std::unique_ptr<CheckpointDirectory> open(const std::filesystem::path& path, const nlohmann::json& experiment,
                                                   double every_s, engine::Processes* processes, bool quiet,
                                                   Diagnostics& diagnostics);

  std::unique_ptr<KeptSimulation> simulation(std::uint64_t seed, unsigned number) const;
  const std::filesystem::path& path() const { return path_; }

  /// The results are written: nothing is to be continued any more.
  void remove() const;

 private:
  CheckpointDirectory(std::filesystem::path path, double every_s, engine::Processes* processes, bool quiet)
      : path_(std::move(path)), every_s_(every_s), processes_(processes), quiet_(quiet) {}

  void remove_states() const;

  std::filesystem::path path_;
  std::optional<FolderLock> lock_;  ///< of the first of several processes
  double every_s_;
  engine::Processes* processes_;
  bool quiet_;
};

}  // namespace fsin::run

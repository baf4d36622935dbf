// SPDX-License-Identifier: Apache-2.0
// The runs of a captured program, and the one trace that is made of them.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fsin/core/say.hpp"
#include "trgen/app/capture_plan.hpp"
#include "trgen/app/child.hpp"
#include "trgen/record/source.hpp"

namespace trgen::app {

/// A line of talk.
template <class... Arguments>
void say_capture(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
  fsin::say("trgen capture: {}\n", fmt::format(form, std::forward<Arguments>(arguments)...));
}

/// The folder for the files of the ranks; removed in the end unless the user wants it.
class RawFolder {
 public:
  /// Throws record::TraceError.
  explicit RawFolder(const std::optional<std::string>& kept);
  RawFolder(const RawFolder&) = delete;
  RawFolder& operator=(const RawFolder&) = delete;
  ~RawFolder();

  const std::filesystem::path& path() const { return path_; }
  /// What a signal has to remove.
  std::vector<std::filesystem::path> to_remove() const;

 private:
  bool keep_;
  std::filesystem::path path_;
};

/// Some captures of one program, and how the last run ended.
struct Runs {
  std::vector<std::shared_ptr<const record::TraceSource>> traces;
  Ending ending;
  bool agree = true;
  bool left_out = false;  ///< the last run ended badly and is not among the traces

  /// All went well.
  bool whole() const;
};

std::string ending_words(const Ending& ending);

/// Runs the program as often as wanted, as long as all goes well. Throws record::TraceError where nothing was left.
Runs run_all(const CapturePlan& plan, const MpiInstall& mpi, const RawFolder& raw, const Signals& signals);

/// One trace of all runs; says how it came about.
std::shared_ptr<const record::TraceSource> combined(const Runs& runs, const CapturePlan& plan);

}  // namespace trgen::app

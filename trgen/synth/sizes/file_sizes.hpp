// SPDX-License-Identifier: Apache-2.0
// Sizes from a file: a table of sizes with weights, a cumulative curve, or the messages of a trace.
#pragma once

#include "fsin/config/input_key.hpp"
#include "trgen/synth/kept.hpp"
#include "trgen/synth/sizes/size_entry.hpp"

namespace trgen::synth {

/// Common part of the entries whose sizes come from a file. An entry has read(), which reads the steps of its file.
template <class Entry>
struct SizeFile {
  fsin::InputPath file;
  Kept<std::vector<SizeStep>> kept;

  std::string check(const NetworkFacts&) const {
    if (std::string problem = check_size_file(Entry::name, file); !problem.empty()) return problem;
    steps();
    return {};
  }
  Sizes make(const NetworkFacts&) const { return Sizes(steps()); }

 private:
  const std::vector<SizeStep>& steps() const {
    return kept.get([&] { return static_cast<const Entry&>(*this).read(); });
  }
};

struct TableSizes : SizeFile<TableSizes> {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc = "sizes with weights, from a file";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F& f) {
    f("file", file, "file with a line \"bytes weight\" for each size; the weights need not have the sum 1").required();
  }

  std::vector<SizeStep> read() const { return read_size_file(file, read_size_table); }
};

struct CurveSizes : SizeFile<CurveSizes> {
  static constexpr std::string_view name = "curve";
  static constexpr std::string_view doc = "sizes by their cumulative distribution, from a file";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F& f) {
    f("file", file,
      "file with lines \"bytes probability\", a cumulative distribution: the fraction of messages of at most so many "
      "bytes; sizes between two lines are equally likely, and the last line has probability 1")
        .required();
  }

  std::vector<SizeStep> read() const { return read_size_file(file, read_size_curve); }
};

struct TraceSizes : SizeFile<TraceSizes> {
  static constexpr std::string_view name = "trace";
  static constexpr std::string_view doc = "the sizes of the messages of a trace, each as often as it is there";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F& f) {
    f("file", file,
      "trace file or folder, in any format that fsin list trace-format shows; only message sizes are used")
        .required();
  }

  std::vector<SizeStep> read() const { return read_trace_sizes(file); }
};

}  // namespace trgen::synth

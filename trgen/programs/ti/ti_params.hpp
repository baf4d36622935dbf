// SPDX-License-Identifier: Apache-2.0
// `kernel: {type: time-independent, file: run.lst, rate: 2 Gf/s}`: a time-independent trace, run with its requests,
// collectives and amounts of work.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/input_key.hpp"
#include "fsin/core/units.hpp"
#include "trgen/programs/request.hpp"
#include "trgen/programs/ti/translator.hpp"

namespace trgen::programs::ti {

struct TimeIndependentParams {
  static constexpr std::string_view name = "time-independent";
  static constexpr std::string_view doc =
      "a time-independent trace of SimGrid, with its requests, collectives and amounts of work";
  static constexpr std::string_view cite =
      "F. Desprez, G. S. Markomanolis, M. Quinson, F. Suter, Assessing the performance of MPI applications through "
      "time-independent trace replay, PSTI 2011";

  fsin::InputPath file;
  std::optional<std::string> rate;
  std::optional<fsin::InputPath> rates;
  std::optional<std::vector<std::string>> rate_by_size;
  std::optional<fsin::Bytes> derived_type_size;
  std::optional<fsin::Nanoseconds> test_time;
  std::optional<fsin::Nanoseconds> probe_time;

  // Not keys: set by callers that derive these parameters from others.
  std::uint64_t usual_call_ns = 0;     ///< of a test or probe, where no key says it
  std::optional<double> usual_flops;   ///< flops a second of each rank, where nothing else gives a rate
  bool computes = true;                ///< false: amounts of work take no time
  std::string_view rate_key = "rate";  ///< name of the rate in messages

  bool says_rate() const { return rate || rates || rate_by_size; }

  template <class F>
  void fields(F& f) {
    f("file", file, "trace: one file of all ranks, or a list of files, one for each rank").required();
    f("rate", rate,
      "computing speed of each rank: \"2 Gf/s\" for flops, \"2 Gips\" for instructions; required unless the trace "
      "declares #clock ns");
    f("rates", rates, "in place of rate: a text file with a rate on each line, for rank 0, 1, ...");
    f("rate_by_size", rate_by_size,
      "in place of rate: rows of the smallest burst and the rate of bursts from there on, e.g. [\"0: 1.2 Gf/s\", "
      "\"1e6: 2.5 Gf/s\"]")
        .size(1, 1000);
    f("derived_type_size", derived_type_size,
      "size of an element of a derived datatype, which such a trace does not record (default: 1 B, with a warning)")
        .range(fsin::Bytes{0}, fsin::Bytes{std::uint64_t{1} << 40});
    f("test_time", test_time,
      "time of each MPI_Test, MPI_Testall and their like with a request that is not known to be complete, as SimGrid's "
      "smpi/test (default: none; with network.platform 100 us)")
        .range(fsin::Nanoseconds{0}, fsin::Nanoseconds{1e12});
    f("probe_time", probe_time,
      "time of each MPI_Iprobe, as SimGrid's smpi/iprobe (default: none; with network.platform 100 us)")
        .range(fsin::Nanoseconds{0}, fsin::Nanoseconds{1e12});
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;

 private:
  bool find_rates(const Request& request, TranslatorSettings& settings) const;
};

}  // namespace trgen::programs::ti

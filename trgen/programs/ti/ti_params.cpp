// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/ti_params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/input_file.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/ti/trace_files.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/programs/ti/ti_program.hpp"

namespace trgen::programs::ti {
namespace {

/// The lines of a file that are neither empty nor comments; empty where it cannot be read.
std::optional<std::vector<std::string>> read_rows(const fsin::InputPath& file) {
  fsin::InputStream in(file);
  if (!in) return std::nullopt;
  std::vector<std::string> rows;
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.pop_back();
    if (line.find_first_not_of(" \t") != std::string::npos) rows.push_back(line.substr(line.find_first_not_of(" \t")));
  }
  return rows;
}

/// Reads all files of the trace, one after the other; returns the digest of their contents.
std::string read_files(const fsin::InputPath& name, Translator& translator, std::uint32_t most_ranks) {
  namespace ti = formats::ti;
  io::Input in(name);
  std::vector<std::string> names;
  const std::span<const char> head = in.head();
  if (!ti::is_file_name(io::first_line({head.data(), head.size()}))) {
    io::Problems problems(in.name());
    translator.file(in, problems, [&] { return ti::count_ranks(in, most_ranks); });
    return in.digest();
  }
  io::Problems of_list(in.name());
  names = ti::read_list(in, of_list);
  if (names.size() > 1) translator.announce(static_cast<std::uint32_t>(names.size()));
  std::vector<std::string> digests{in.digest()};
  for (const std::string& each : names) {
    io::Input file(name.leads_to(each));
    io::Problems problems(each);
    translator.file(file, problems, [&] { return ti::count_ranks(file, most_ranks); });
    digests.push_back(file.digest());
  }
  return io::Input::combined_digest(digests);
}

}  // namespace

bool TimeIndependentParams::find_rates(const Request& request, TranslatorSettings& settings) const {
  const int given = (rate ? 1 : 0) + (rates ? 1 : 0) + (rate_by_size ? 1 : 0);
  if (given > 1) {
    request.refuse(rates ? "rates" : "rate_by_size",
                   "rate, rates and rate_by_size exclude each other; give one of them");
    return false;
  }
  settings.computes = computes;
  settings.rate_key = rate_key;
  if (given == 0 && usual_flops && computes) {
    settings.rates = Rates::by_rank({static_cast<std::uint64_t>(std::llround(std::clamp(*usual_flops, 1.0, 1e18)))});
    settings.rates_clock = "flops";
    settings.rates_are_usual = true;
  }
  std::string why;
  std::string_view key = "rate";
  if (rate) settings.rates = parse_rates({*rate}, settings.rates_clock, why);
  if (rates) {
    key = "rates";
    const auto rows = read_rows(*rates);
    if (!rows || rows->empty()) {
      why = fmt::format("{}: {}", rates->string(), rows ? "there is no rate in it" : "cannot read the file");
    } else {
      settings.rates = parse_rates(*rows, settings.rates_clock, why);
    }
  }
  if (rate_by_size) {
    key = "rate_by_size";
    settings.rates = parse_rate_table(*rate_by_size, settings.rates_clock, why);
  }
  if (why.empty()) return true;
  request.refuse(key, why);
  return false;
}

std::shared_ptr<const Program> TimeIndependentParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                           const MarkOf& mark_of) const {
  const Request request{nodes, diagnostics, mark_of};
  TranslatorSettings settings;
  if (derived_type_size) settings.derived_type_size = derived_type_size->value;
  const auto ns_of = [this](const std::optional<fsin::Nanoseconds>& time) {
    return time ? static_cast<std::uint64_t>(std::llround(time->value)) : usual_call_ns;
  };
  settings.test_ns = ns_of(test_time);
  settings.probe_ns = ns_of(probe_time);
  if (!find_rates(request, settings)) return nullptr;
  const std::string rate_text = !computes        ? ", without computing"
                                : settings.rates ? fmt::format(", rates {}", settings.rates->text())
                                                 : "";
  const std::size_t rates_given = settings.rates ? settings.rates->ranks() : 0;
  try {
    Translator translator(settings);
    const std::string digest = read_files(file, translator, settings.most_ranks);
    io::Problems problems(file.string());
    Translated translated = translator.finish(problems);
    if (rates_given != 0 && rates_given != translated.ranks) {
      request.refuse("rates", fmt::format("{} rates for a trace of {} ranks", rates_given, translated.ranks));
      return nullptr;
    }
    std::string identity = fmt::format("time-independent {}: {} ranks, {} actions, {}{}", file.filename().string(),
                                       translated.ranks, translated.actions, digest, rate_text);
    if (derived_type_size) identity += fmt::format(", derived types of {} B", derived_type_size->value);
    std::string_view before = "; not known:";
    for (const auto& [what, count] : translated.unknown.counts()) {
      diagnostics.warning(mark_of("file"), fmt::format("{}: {} {}", file.string(), count, what));
      identity += fmt::format("{} {} {}", before, count, what);
      before = ";";
    }
    return make_ti_program(std::move(translated), identity);
  } catch (const record::TraceError& error) {
    request.refuse("file", error.what());
  } catch (const io::DataError& error) {
    request.refuse("file", fmt::format("{}: {}", file.string(), error.what()));
  }
  return nullptr;
}

}  // namespace trgen::programs::ti

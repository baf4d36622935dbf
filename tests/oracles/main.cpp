// SPDX-License-Identifier: Apache-2.0
// Compares both engines with the numbers measured on the original simulator, and with closed forms.
//
//   fsin-oracles --exact     original-exact.csv: the reference stepper with C rand(), to the digit
//   fsin-oracles --bands     original-synthetic.csv and original-traces.csv: both engines, within bands
//   fsin-oracles --npb       original-npb.csv: the bundled traces
//   fsin-oracles --model     closed forms, networks at saturation, single figures of other simulators
//   fsin-oracles --spread N  clocks of IS on Oblivious 1 VC over N seeds, of the original's rules and of the
//                            event engine
//   fsin-oracles --report    all of it, as docs/validation.md on stdout
// Further: --all (the reference stepper runs every synthetic configuration, not every tenth), --threads N,
// --folder DIR (of the CSV files), --page FILE (which must show what was found). Exit status 0 when all agrees.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/oracles/npb.hpp"
#include "tests/oracles/parts.hpp"

namespace {

using oracles::Part;
using oracles::Scope;

struct Options {
  Scope scope{FSIN_SOURCE_DIR "/tests/oracles", FSIN_SOURCE_DIR "/traces/npb", 2, false};
  std::vector<Part (*)(const Scope&)> parts;
  bool report = false;
  unsigned spread = 0;
  std::string page;
};

constexpr std::string_view introduction =
    "# Validation\n\n"
    "The simulator of the paper (INSEE's FSIN, the *original*) was run on the configurations below; its numbers stand\n"
    "beside those of the two engines of this simulator. `scripts/validate.sh` writes this page. The tests "
    "`original_*`\n"
    "and `closed_forms` repeat every comparison and fail when this page says anything else. Latency is in cycles from\n"
    "entry into the injection buffer, load in phits per node and cycle.\n";

bool choose(std::string_view word, Options& options) {
  using namespace oracles;
  if (word == "--exact") {
    options.parts = {exact_part};
  } else if (word == "--bands") {
    options.parts = {synthetic_part, traces_part};
  } else if (word == "--npb") {
    options.parts = {npb_part};
  } else if (word == "--model") {
    options.parts = {closed_forms_part, saturation_part, peers_part};
  } else if (word == "--report") {
    options.parts = {exact_part, synthetic_part, traces_part, npb_part, closed_forms_part, saturation_part, peers_part};
    options.report = true;
  } else if (word == "--all") {
    options.scope.all = true;
  } else {
    return false;
  }
  return true;
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (choose(word, options)) continue;
    if (i + 1 == argc) return false;
    const char* value = argv[++i];
    if (word == "--threads") {
      options.scope.threads = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
    } else if (word == "--spread") {
      options.spread = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
      if (options.spread < 2) return false;
    } else if (word == "--folder") {
      options.scope.folder = value;
    } else if (word == "--page") {
      options.page = value;
    } else {
      return false;
    }
  }
  return options.scope.threads > 0 && (options.spread > 0 || !options.parts.empty());
}

/// Does the page show the part, word for word?
bool shown(const Part& part, const std::string& page) {
  std::ifstream stream(page);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return text.find(part.text) != std::string::npos;
}

int compare(const Options& options) {
  bool agrees = true;
  if (options.report) fmt::print("{}", introduction);
  for (const auto run_part : options.parts) {
    const Part part = run_part(options.scope);
    if (options.report) fmt::print("\n{}", part.text);
    for (const std::string& complaint : part.complaints) fmt::print(stderr, "{}\n", complaint);
    fmt::print(stderr, "{}\n", part.summary);
    agrees = agrees && part.complaints.empty();
    if (!options.page.empty() && !shown(part, options.page)) {
      fmt::print(stderr, "{} does not show this; run scripts/validate.sh\n", options.page);
      agrees = false;
    }
  }
  return agrees ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fmt::print(stderr,
               "usage: fsin-oracles --exact | --bands | --npb | --model | --report | --spread N  [--all] [--threads N] "
               "[--folder DIR] [--page FILE]\n");
    return 2;
  }
  try {
    const oracles::Scope& scope = options.scope;
    if (options.spread > 0) {
      fmt::print("{}", oracles::spread_of_is(scope.folder, scope.traces, options.spread, scope.threads));
    }
    return compare(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 70;
  }
}

// SPDX-License-Identifier: Apache-2.0
// trgen generate: traces of application-like kernels.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/core/say.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace trgen::commands {
namespace {

constexpr std::uint64_t most_number = std::uint64_t{1} << 62;
static_assert(2 * kernels::most_bytes <= formats::most_message_bytes);
static_assert(2 * kernels::most_computed_ns <= formats::latest_time_ns);

void list_kernels() {
  for (const kernels::KernelEntry& each : kernels::kernels) fmt::print("  {:<17}{}\n", each.name, each.doc);
}

const kernels::KernelEntry& find_kernel(const Arguments& arguments, const std::string& name) {
  const auto found = std::find_if(kernels::kernels.begin(), kernels::kernels.end(),
                                  [&](const kernels::KernelEntry& each) { return each.name == name; });
  if (found != kernels::kernels.end()) return *found;
  std::array<std::string_view, kernels::kernels.size()> names;
  std::transform(kernels::kernels.begin(), kernels::kernels.end(), names.begin(),
                 [](const kernels::KernelEntry& each) { return each.name; });
  arguments.fail(fmt::format("unknown kernel {}{}", fsin::in_quotes(name), fsin::suggestion(name, names, "kernels")));
}

kernels::KernelSettings settings_of(const Arguments& arguments) {
  return {.ranks = static_cast<std::uint32_t>(arguments.natural("ranks", 1, formats::most_announced_ranks, 64)),
          .bytes = arguments.natural("bytes", 0, kernels::most_bytes, 1024),
          .iterations = arguments.natural("iterations", 1, most_number, 1),
          .compute_ns = arguments.natural("compute", 0, kernels::most_compute_ns, 0),
          .seed = arguments.natural("seed", 0, most_number, 1),
          .messages_only = arguments.has("messages-only")};
}

/// The number of iterations that gives at least so many records.
std::uint64_t iterations_for(const kernels::KernelEntry& kernel, const kernels::KernelSettings& settings,
                             std::uint64_t records) {
  const auto [per_iteration, fixed] = kernels::count_records(kernel, settings);
  return records <= fixed ? 1 : std::max<std::uint64_t>((records - fixed + per_iteration - 1) / per_iteration, 1);
}

int run_generate(const Arguments& arguments) {
  if (arguments.has("list")) {
    list_kernels();
    return exit_done;
  }
  arguments.expect(1, 1, "one kernel; --list names them");
  const kernels::KernelEntry& kernel = find_kernel(arguments, arguments.positional()[0]);
  kernels::KernelSettings settings = settings_of(arguments);
  const std::string fault = kernel.check(settings);
  if (!fault.empty()) arguments.fail(fmt::format("kernel {} {}, not {}", kernel.name, fault, settings.ranks));
  if (arguments.has("records")) {
    if (arguments.has("iterations")) arguments.fail("--records and --iterations exclude each other");
    settings.iterations = iterations_for(kernel, settings, arguments.natural("records", 1, most_number, 1));
  }
  if (settings.compute_ns > 0 && settings.iterations > kernels::most_computed_ns / settings.compute_ns) {
    arguments.fail(
        "the bursts of all iterations last over 146 years; make --compute or the number of iterations smaller");
  }
  const auto path = arguments.text("output");
  if (!path) arguments.fail("needs -o FILE ('-' for standard output)");
  check_output_name(arguments, *path);
  const auto trace = kernels::make_kernel_trace(kernel, settings);
  print_losses(*path, formats::write_trace(*trace, *path), lost_in_writing);
  say_format(arguments, *path);
  fsin::say("{}: {} records of {} ranks, {} iterations of {}\n", *path, grouped(trace->records()),
            grouped(trace->ranks()), grouped(settings.iterations), kernel.name);
  return exit_done;
}

constexpr std::array generate_options{
    Option{"output,o", "FILE", "trace to write; .gz and .zst compress, '-' is standard output"},
    Option{"ranks", "N", "number of ranks (default 64)"},
    Option{"bytes", "N", "bytes of each message (default 1024)"},
    Option{"iterations", "N", "iterations of the kernel (default 1)"},
    Option{"records", "N", "in place of --iterations: as many as give at least N records"},
    Option{"compute", "NS", "CPU burst before each iteration, in ns (default 0)"},
    Option{"seed", "N", "seed of kernels with random choices (default 1)"},
    Option{"messages-only", "", "write messages only: no states, all times 0"},
    Option{"list", "", "list the kernels"}};

}  // namespace

const Command generate_command{
    .name = "generate",
    .summary = "writes the trace of an application-like kernel",
    .usage = "KERNEL -o FILE [options]",
    .description =
        "Writes the trace of a kernel, a program that communicates like an application. In a replay in causal order,\n"
        "every message is received and every rank finishes. Equal settings give equal files. Memory does not grow\n"
        "with the length of the trace.",
    .examples =
        "  trgen generate --list\n  trgen generate stencil --ranks 64 --iterations 100 --compute 50000 -o "
        "stencil.txt.zst\n  trgen generate ring --records 50000000 -o - | zstd > long.txt.zst\n",
    .options = generate_options,
    .run = run_generate};

}  // namespace trgen::commands

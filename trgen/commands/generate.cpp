// SPDX-License-Identifier: Apache-2.0
// trgen generate: traces of application-like kernels and of other programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "fsin/core/say.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/generate_program.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/wanted_collectives.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/kernel_program.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/programs/ti/write_program.hpp"

namespace trgen::commands {
namespace {

constexpr std::uint64_t most_number = std::uint64_t{1} << 62;
static_assert(2 * kernels::most_bytes <= formats::most_message_bytes);
static_assert(2 * kernels::most_computed_ns <= formats::latest_time_ns);

constexpr std::array kernel_options{
    Option{"output,o", "FILE", "trace to write; .gz, .zst and .bz2 compress, '-' is standard output"},
    Option{"ranks", "N", "number of ranks (default 64)"},
    Option{"bytes", "N", "bytes of each message (default 1024)"},
    Option{"iterations", "N", "iterations of the kernel (default 1)"},
    Option{"records", "N", "in place of --iterations: as many as give at least N records"},
    Option{"compute", "NS", "CPU burst before each iteration, in ns (default 0)"},
    Option{"seed", "N", "seed of kernels with random choices (default 1)"},
    Option{"collectives", "LIBRARY[,OPERATION=ALGORITHM,...]",
           "algorithms of a program's collectives, such as openmpi,allreduce=ring (default mpich)"},
    Option{"messages-only", "", "write messages only: no states, all times 0"},
    Option{"operations", "",
           "write a time-independent trace (.ti) of what ranks call, requests and collectives, in place of records"},
    Option{"list", "", "list the kernels and the other programs"}};

void list_kernels() {
  for (const kernels::KernelEntry& each : kernels::kernels) fmt::print("  {:<17}{}\n", each.name, each.doc);
  for (const KindDoc& each : program_kinds()) fmt::print("  {:<17}{}\n", each.name, each.doc);
}

bool is_program(std::string_view name) {
  const auto kinds = program_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [&](const KindDoc& each) { return each.name == name; });
}

struct GenerateRequest {
  const kernels::KernelEntry* kernel = nullptr;
  kernels::KernelSettings settings;
  std::string output;
};

/// Kernel named by the arguments. Null after a mistake.
const kernels::KernelEntry* find_kernel(const Arguments& arguments, Diagnostics& diagnostics) {
  if (!arguments.expect(1, 1, "one kernel; --list names them", diagnostics)) return nullptr;
  const std::string& name = arguments.positional()[0];
  const auto found = std::find_if(kernels::kernels.begin(), kernels::kernels.end(),
                                  [&](const kernels::KernelEntry& each) { return each.name == name; });
  if (found != kernels::kernels.end()) return &*found;
  std::vector<std::string_view> names;
  for (const kernels::KernelEntry& each : kernels::kernels) names.push_back(each.name);
  for (const KindDoc& each : program_kinds()) names.push_back(each.name);
  arguments.error(fmt::format("unknown kernel {}{}", fsin::in_quotes(name), fsin::suggestion(name, names, "kernels")),
                  diagnostics);
  return nullptr;
}

kernels::KernelSettings settings_of(const Arguments& arguments, Diagnostics& diagnostics) {
  const auto number = [&](std::string_view option, std::uint64_t low, std::uint64_t high, std::uint64_t fallback) {
    return arguments.natural(option, low, high, diagnostics).value_or(fallback);
  };
  return {.ranks = static_cast<std::uint32_t>(number("ranks", 1, formats::most_announced_ranks, 64)),
          .bytes = number("bytes", 0, kernels::most_bytes, 1024),
          .iterations = number("iterations", 1, most_number, 1),
          .compute_ns = number("compute", 0, kernels::most_compute_ns, 0),
          .seed = number("seed", 0, most_number, 1),
          .messages_only = arguments.has("messages-only")};
}

/// The number of iterations that gives at least this many records.
std::uint64_t iterations_for(const kernels::KernelEntry& kernel, const kernels::KernelSettings& settings,
                             std::uint64_t records) {
  const auto [per_iteration, fixed] = kernels::count_records(kernel, settings);
  return records <= fixed ? 1 : std::max<std::uint64_t>((records - fixed + per_iteration - 1) / per_iteration, 1);
}

/// What kernel and numbers, each of them right, are together. `records`: wanted of all iterations.
void fit_together(const Arguments& arguments, GenerateRequest& request, std::optional<std::uint64_t> records,
                  Diagnostics& diagnostics) {
  const kernels::KernelEntry& kernel = *request.kernel;
  kernels::KernelSettings& settings = request.settings;
  if (const std::string fault = kernel.check(settings); !fault.empty()) {
    arguments.error(fmt::format("kernel {} {}, not {}", kernel.name, fault, settings.ranks), diagnostics);
    return;
  }
  if (records) settings.iterations = iterations_for(kernel, settings, *records);
  if (settings.compute_ns > 0 && settings.iterations > kernels::most_computed_ns / settings.compute_ns) {
    arguments.error(
        "the bursts of all iterations last over 146 years; make --compute or the number of iterations smaller",
        diagnostics);
  }
}

std::string output_path(const Arguments& arguments, Diagnostics& diagnostics) {
  const auto path = arguments.text("output");
  if (!path) {
    arguments.error("needs -o FILE ('-' for standard output)", diagnostics);
    return {};
  }
  check_output_name(arguments, *path, diagnostics);
  return *path;
}

GenerateRequest read_generate_request(const Arguments& arguments, Diagnostics& diagnostics) {
  GenerateRequest request;
  request.kernel = find_kernel(arguments, diagnostics);
  const std::size_t before = diagnostics.error_count();
  request.settings = settings_of(arguments, diagnostics);
  if (request.kernel != nullptr) refuse_keys_of_programs(kernel_options, request.kernel->name, arguments, diagnostics);
  const auto records = arguments.natural("records", 1, most_number, diagnostics);
  if (arguments.has("records") && arguments.has("iterations")) {
    arguments.error("--records and --iterations exclude each other", diagnostics);
  }
  const bool numbers_are_right = diagnostics.error_count() == before;
  if (request.kernel != nullptr && numbers_are_right) fit_together(arguments, request, records, diagnostics);
  request.output = output_path(arguments, diagnostics);
  return request;
}

/// Writes the MPI calls of the ranks, in place of the records of a run.
int write_operations(const Arguments& arguments, const programs::Program& program, const std::string& path) {
  const std::uint64_t lines = programs::ti::write_program(program, path);
  say_format(arguments, path);
  fsin::say("{}: {} actions of {} ranks; {}\n", path, grouped(lines), grouped(program.ranks()), program.name());
  return exit_done;
}

/// Refuses options for the making of records where none are written.
void check_operations(const Arguments& arguments, const std::string& path, Diagnostics& diagnostics) {
  if (!arguments.has("operations")) return;
  for (const std::string_view each : {"collectives", "messages-only"}) {
    if (arguments.has(each))
      arguments.error(fmt::format("--operations and --{} exclude each other", each), diagnostics);
  }
  const auto* const format = formats::format_by_suffix(path);
  if (!path.empty() && (format == nullptr || format->name != formats::ti::Format::name))
    arguments.error(fmt::format("{}: --operations writes a time-independent trace; name it like run.ti", path),
                    diagnostics);
}

int write_program(const Arguments& arguments) {
  Diagnostics diagnostics;
  const std::string& kind = arguments.positional()[0];
  arguments.expect(1, 1, "one program; --list names them", diagnostics);
  const std::string path = output_path(arguments, diagnostics);
  const auto choice = wanted_collectives(arguments, diagnostics);
  const auto program = make_program(kind, arguments, diagnostics);
  check_operations(arguments, path, diagnostics);
  arguments.stop_at_errors(diagnostics);
  if (arguments.has("operations")) return write_operations(arguments, *program, path);
  const auto trace = programs::make_program_trace(program, choice.value_or(programs::collectives::Choice()),
                                                  arguments.has("messages-only"));
  print_losses(path, formats::write_trace(*trace, path), lost_in_writing);
  say_format(arguments, path);
  fsin::say("{}: {} records of {} ranks; {}\n", path, grouped(trace->records()), grouped(trace->ranks()),
            program->name());
  return exit_done;
}

int run_generate(const Arguments& arguments) {
  if (arguments.has("list")) {
    list_kernels();
    return exit_done;
  }
  if (!arguments.positional().empty() && is_program(arguments.positional()[0])) return write_program(arguments);
  Diagnostics diagnostics;
  const GenerateRequest request = read_generate_request(arguments, diagnostics);
  check_operations(arguments, request.output, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const std::string& path = request.output;
  if (arguments.has("operations"))
    return write_operations(arguments, *programs::make_kernel_program(*request.kernel, request.settings), path);
  const auto trace = kernels::make_kernel_trace(*request.kernel, request.settings);
  print_losses(path, formats::write_trace(*trace, path), lost_in_writing);
  say_format(arguments, path);
  fsin::say("{}: {} records of {} ranks, {} iterations of {}\n", path, grouped(trace->records()),
            grouped(trace->ranks()), grouped(request.settings.iterations), request.kernel->name);
  return exit_done;
}

std::span<const Option> generate_options() {
  static const OptionList list = with_keys_of_programs(kernel_options);
  return list.options;
}

}  // namespace

const Command generate_command{
    .name = "generate",
    .summary = "writes the trace of a program: a kernel, a benchmark, a training step, ...",
    .usage = "PROGRAM -o FILE [options]",
    .description =
        "Writes the trace of a program: a kernel, which communicates like an application, or one of the other "
        "programs\n"
        "that --list names. In a replay in causal order, every message is received and every rank finishes. Equal\n"
        "settings give equal files. Memory does not grow with the length of the trace.",
    .examples =
        "  trgen generate --list\n  trgen generate stencil --ranks 64 --iterations 100 --compute 50000 -o "
        "stencil.txt.zst\n  trgen generate ring --records 50000000 -o - | zstd > long.txt.zst\n",
    .options = generate_options(),
    .run = run_generate};

}  // namespace trgen::commands

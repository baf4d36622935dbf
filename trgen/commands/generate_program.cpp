// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/generate_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "fsin/config/describe.hpp"
#include "fsin/config/read.hpp"
#include "fsin/core/decimal.hpp"
#include "fsin/core/text.hpp"
#include "trgen/programs/catalogue.hpp"

namespace trgen::commands {
namespace {

constexpr std::uint32_t default_ranks = 64;

/// Values of the command line, as a YAML file would give them.
struct Wanted {
  programs::AnyProgram kernel;

  template <class F>
  void fields(F& f) {
    f.choice("kernel", kernel, "the program");
  }
};

bool is_kernel(std::string_view name) {
  return std::any_of(kernels::kernels.begin(), kernels::kernels.end(),
                     [&](const kernels::KernelEntry& each) { return each.name == name; });
}

/// The kinds that are no kernels, with their keys.
const std::vector<fsin::config::EntryDoc>& kinds_with_keys() {
  static const std::vector<fsin::config::EntryDoc> entries = [] {
    auto all = fsin::config::describe_catalogue<programs::Kinds>();
    std::erase_if(all, [](const auto& entry) { return is_kernel(entry.name); });
    return all;
  }();
  return entries;
}

bool is_key(const fsin::config::FieldDoc& field) { return field.type != "group"; }

const fsin::config::EntryDoc* kind_of(std::string_view name) {
  const auto& kinds = kinds_with_keys();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

/// Adds the unit to a whole number where the key expects a quantity: bytes or nanoseconds, as for kernels.
std::string with_unit(const fsin::config::FieldDoc& field, const std::string& value) {
  if (field.unit.empty() || !fsin::parse_whole_number(value)) return value;
  if (field.unit.starts_with("B")) return value + " B";
  return field.unit.find("ns") != std::string::npos ? value + " ns" : value;
}

/// Refuses each key of another kind that was given; known(path) is true for the keys of this program.
template <class Known>
void refuse_foreign_keys(std::string_view program, const Arguments& arguments, Diagnostics& diagnostics, Known known) {
  std::vector<std::string_view> refused;
  for (const auto& other : kinds_with_keys()) {
    for (const auto& field : other.fields) {
      if (!is_key(field) || !arguments.has(field.path) || known(field.path)) continue;
      if (std::find(refused.begin(), refused.end(), field.path) != refused.end()) continue;
      refused.push_back(field.path);
      arguments.error(fmt::format("--{} is an option of {}, not of {}", field.path, other.name, program), diagnostics);
    }
  }
}

}  // namespace

std::span<const KindDoc> program_kinds() {
  static const std::vector<KindDoc> kinds = [] {
    std::vector<KindDoc> all;
    for (const auto& entry : kinds_with_keys()) all.push_back({entry.name, entry.doc});
    return all;
  }();
  return kinds;
}

OptionList with_keys_of_programs(std::span<const Option> own) {
  OptionList list;
  auto& [texts, options] = list;
  options.assign(own.begin(), own.end());
  for (const auto& kind : kinds_with_keys()) {
    for (const auto& field : kind.fields) {
      if (!is_key(field)) continue;
      const auto known = std::find_if(options.begin(), options.end(),
                                      [&](const Option& option) { return option.long_name() == field.path; });
      if (known != options.end()) continue;
      const std::string& name = texts.emplace_back(field.path);
      const std::string& doc = texts.emplace_back(fmt::format("{}: {}", kind.name, field.doc));
      options.push_back({name, "VALUE", doc});
    }
  }
  return list;
}

void refuse_keys_of_programs(std::span<const Option> own, std::string_view program, const Arguments& arguments,
                             Diagnostics& diagnostics) {
  refuse_foreign_keys(program, arguments, diagnostics, [&](std::string_view path) {
    return std::any_of(own.begin(), own.end(), [&](const Option& option) { return option.long_name() == path; });
  });
}

std::shared_ptr<const programs::Program> make_program(std::string_view name, const Arguments& arguments,
                                                      Diagnostics& diagnostics) {
  const fsin::config::EntryDoc& kind = *kind_of(name);
  refuse_foreign_keys(name, arguments, diagnostics, [&](std::string_view path) {
    return std::any_of(kind.fields.begin(), kind.fields.end(), [&](const auto& own) { return own.path == path; });
  });
  auto document = fsin::config::load_text("trgen generate", fmt::format("kernel: {{type: {}}}", name), diagnostics);
  for (const auto& field : kind.fields) {
    if (!is_key(field) || !arguments.has(field.path)) continue;
    const std::string value = with_unit(field, *arguments.text(field.path));
    auto assignment = fsin::config::parse_assignment(fmt::format("kernel.{}={}", field.path, value), diagnostics);
    if (assignment) document.override_with(assignment->path, assignment->value);
  }
  Wanted wanted;
  const std::size_t before = diagnostics.error_count();
  if (!fsin::config::read(document, wanted, diagnostics) || diagnostics.error_count() != before) return nullptr;
  const programs::MarkOf mark_of = [](std::string_view key) {
    return fsin::Mark(fmt::format("trgen generate --{}", key));
  };
  return programs::make(wanted.kernel, default_ranks, diagnostics, mark_of);
}

}  // namespace trgen::commands

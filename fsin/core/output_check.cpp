// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/output_check.hpp"

#include <fmt/format.h>

#include "fsin/core/output_place.hpp"
#include "fsin/core/text.hpp"

namespace fsin {
namespace {

std::string name_of(const Input& input) {
  if (input.kind == "experiment") return "the experiment";
  if (input.path == input.named) return fmt::format("the file that {} names", input.kind);
  return fmt::format("a file to which {} leads", input.kind);
}

}  // namespace

void OutputCheck::reads(std::span<const Input> inputs) {
  for (const Input& each : inputs) reads(name_of(each), each.path);
}

void OutputCheck::writes_into(const std::string& what, const std::filesystem::path& folder,
                              std::span<const std::string_view> names) {
  for (const std::string_view name : names) writes(fmt::format("{} (its {})", what, name), folder / name);
}

void OutputCheck::check(Diagnostics& diagnostics) const {
  const Mark mark(command_);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const NamedFile& output = outputs_[i];
    for (const NamedFile& input : inputs_) {
      if (!same_file(output.path, input.path)) continue;
      diagnostics.error(mark, fmt::format("{}: {} would overwrite {}; give another name", output.what,
                                          in_quotes(output.path.string()), input.what));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!same_file(output.path, outputs_[j].path)) continue;
      diagnostics.error(mark, fmt::format("{} and {} would be the same file, {}; give one of them another name",
                                          outputs_[j].what, output.what, in_quotes(output.path.string())));
    }
  }
}

}  // namespace fsin

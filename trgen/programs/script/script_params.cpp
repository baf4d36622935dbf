// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/script/script_params.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "fsin/config/document.hpp"
#include "fsin/config/yaml.hpp"
#include "trgen/programs/script/script_program.hpp"
#include "trgen/programs/script/script_reader.hpp"

namespace trgen::programs::script {

std::shared_ptr<const Program> ScriptParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                  const MarkOf& mark_of) const {
  const auto document = fsin::config::load_part(file, mark_of("file"), "kernel.file", diagnostics);
  if (!document.loaded()) return nullptr;
  auto script = read_script(document, diagnostics);
  if (!script) return nullptr;
  std::uint32_t count = ranks.value_or(nodes);
  if (!ranks && !script->ranks.mark.source().empty()) {
    std::string why;
    const auto value = script->ranks.expression.evaluate({}, why);
    if (!value || *value < 1 || *value > 4'000'000'000) {
      diagnostics.error(script->ranks.mark,
                        value ? fmt::format("{} ranks; there can be 1 to 4,000,000,000", *value) : why);
      return nullptr;
    }
    count = static_cast<std::uint32_t>(*value);
  }
  const std::string text = fsin::config::emit_yaml(document.root());
  const std::string identity =
      fmt::format("{} (xxh64:{:016x})", script->title.empty() ? file.filename().string() : script->title,
                  XXH64(text.data(), text.size(), 0));
  return make_script_program(std::move(*script), count, identity, diagnostics);
}

}  // namespace trgen::programs::script

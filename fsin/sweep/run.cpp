// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/run.hpp"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "fsin/core/digest.hpp"
#include "fsin/core/json_text.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

/// Where a file is does not count.
void remove_paths(Json& value, const std::set<std::string>& paths) {
  if (value.is_structured()) {
    for (Json& item : value) remove_paths(item, paths);
  } else if (value.is_string() && paths.contains(value.get_ref<const std::string&>())) {
    value = "";
  }
}

/// A line for each file: its key, its place beside what the key names, and its digest.
std::string contents_of(std::span<const Input> inputs) {
  std::string text;
  for (const Input& input : inputs) {
    if (input.in_configuration) continue;
    const std::string place =
        input.path == input.named ? "" : input.path.lexically_relative(input.named.parent_path()).string();
    text += fmt::format("{} {} {}\n", input.kind, place, input.digest);
  }
  return text;
}

}  // namespace

std::string text_digest(const std::string& text) { return digits_of_digest(text); }

std::string file_digest(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  RunningDigest digest;
  std::vector<char> piece(1U << 20U);
  do {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digest.add(std::span<const char>(piece).first(static_cast<std::size_t>(in.gcount())));
  } while (in);
  return in.bad() ? std::string{} : digest.digits();
}

std::string point_key(Json config, std::span<const Input> inputs) {
  for (const char* key : {"fsin", "name", "description"}) config.erase(key);
  if (config.contains("measure")) {
    for (const char* key : {"seed", "seeds", "confidence", "until"}) config["measure"].erase(key);
  }
  std::set<std::string> paths;
  for (const Input& input : inputs) paths.insert(input.named.string());
  remove_paths(config, paths);
  return text_digest(json_text(config) + '\n' + contents_of(inputs));
}

std::string run_key(const std::string& point, const std::string& engine, std::uint64_t seed,
                    const std::string& program) {
  return text_digest(fmt::format("{} {} {} {} {}", results_schema, program, engine, seed, point));
}

const Json& value_at(const Json& object, const std::string& name) {
  static const Json none;
  const Json* place = &object;
  for (std::size_t from = 0;;) {
    const std::size_t dot = name.find('.', from);
    if (!place->is_object()) return none;
    const auto found = place->find(name.substr(from, dot - from));
    if (found == place->end()) return none;
    place = &*found;
    if (dot == std::string::npos) return *place;
    from = dot + 1;
  }
}

}  // namespace fsin::sweep

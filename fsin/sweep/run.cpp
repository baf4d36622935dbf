// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/run.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "fsin/core/json_text.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

std::string hash_text(const XXH128_hash_t& hash) { return fmt::format("{:016x}{:016x}", hash.high64, hash.low64); }

void replace_paths(Json& value, const std::map<std::string, std::string>& digests) {
  if (value.is_structured()) {
    for (Json& item : value) replace_paths(item, digests);
  } else if (value.is_string()) {
    const auto found = digests.find(value.get_ref<const std::string&>());
    if (found != digests.end()) value = found->second;
  }
}

}  // namespace

std::string text_digest(const std::string& text) { return hash_text(::XXH3_128bits(text.data(), text.size())); }

std::string file_digest(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  const std::unique_ptr<XXH3_state_t, decltype(&::XXH3_freeState)> state(::XXH3_createState(), &::XXH3_freeState);
  ::XXH3_128bits_reset(state.get());
  std::vector<char> piece(1U << 20U);
  do {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    ::XXH3_128bits_update(state.get(), piece.data(), static_cast<std::size_t>(in.gcount()));
  } while (in);
  return in.bad() ? std::string{} : hash_text(::XXH3_128bits_digest(state.get()));
}

std::string run_key(Json config, const std::map<std::string, std::string>& digests, const std::string& engine,
                    std::uint64_t seed, const std::string& program) {
  for (const char* key : {"fsin", "name", "description"}) config.erase(key);
  if (config.contains("measure")) {
    for (const char* key : {"seed", "seeds", "confidence", "until"}) config["measure"].erase(key);
  }
  replace_paths(config, digests);
  return text_digest(fmt::format("{} {} {} {} {}", results_schema, program, engine, seed, json_text(config)));
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

// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/run.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

/// Raised whenever an engine gives another result for the same configuration and seed than before.
constexpr unsigned model_epoch = 2;

void replace_paths(Json& value, const std::map<std::string, std::string>& digests) {
  if (value.is_structured()) {
    for (Json& item : value) replace_paths(item, digests);
  } else if (value.is_string()) {
    const auto found = digests.find(value.get_ref<const std::string&>());
    if (found != digests.end()) value = found->second;
  }
}

}  // namespace

std::string text_digest(const std::string& text) {
  const XXH128_hash_t hash = ::XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string run_key(Json config, const std::map<std::string, std::string>& digests, const std::string& engine,
                    std::uint64_t seed) {
  for (const char* key : {"fsin", "name", "description"}) config.erase(key);
  if (config.contains("measure")) {
    for (const char* key : {"seed", "seeds", "confidence", "until"}) config["measure"].erase(key);
  }
  replace_paths(config, digests);
  return text_digest(fmt::format("{} {} {} {} {}", results_schema, model_epoch, engine, seed, config.dump()));
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

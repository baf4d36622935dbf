// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/result/kept_json.hpp"

namespace fsin::sweep {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : value;
}

}  // namespace

fs::path Cache::default_folder() {
  if (const std::string named = variable("FSIN_CACHE"); !named.empty()) return named;
  if (const std::string base = variable("XDG_CACHE_HOME"); !base.empty()) return fs::path(base) / "fsin";
  if (const std::string home = variable("HOME"); !home.empty()) return fs::path(home) / ".cache" / "fsin";
  return {};
}

fs::path Cache::path_of(const std::string& key) const { return folder_ / key.substr(0, 2) / (key + ".json"); }

bool Cache::has(const std::string& key) const {
  std::error_code error;
  return fs::exists(path_of(key), error);
}

std::optional<result::KeptResult> Cache::find(const std::string& key, std::string& damage) const {
  const fs::path path = path_of(key);
  std::ifstream in(path, std::ios::binary);
  if (!in && !has(key)) return std::nullopt;
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), {});
  const Json entry = parse_json(text);
  const auto sound = [&] {
    return entry.is_object() && entry.contains("schema") && entry["schema"] == results_schema &&
           entry.contains("key") && entry["key"] == key && entry.contains("result") && entry["result"].is_object() &&
           entry.contains("digest") && entry["digest"] == text_digest(json_text(entry["result"]));
  };
  try {
    if (!entry.is_discarded() && sound()) return result::read_kept(entry["result"]);
  } catch (const Json::exception&) {  // sound, and no result all the same
  }
  damage = fmt::format("{}: the cached result is damaged", path.string());
  return std::nullopt;
}

void Cache::put(const std::string& key, const result::KeptResult& result) const {
  const fs::path path = path_of(key);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    throw OutputError(fmt::format("{}: cannot make the folder of the cache: {}; use --cache DIR or --no-cache",
                                  path.parent_path().string(), error.message()));
  }
  Json entry;
  entry["schema"] = results_schema;
  entry["key"] = key;
  Json kept = result::kept_json(result);
  entry["digest"] = text_digest(json_text(kept));
  entry["result"] = std::move(kept);
  // Two sweeps, or two points of one, may finish the same run: each writes a file of its own, and the last rename wins.
  const fs::path aside = path.string() + fmt::format(".{}-{}", ::getpid(), ::gettid());
  write_file(aside, json_text(entry) + "\n");
  fs::rename(aside, path, error);
  if (error) throw OutputError(fmt::format("{}: cannot write: {}", path.string(), error.message()));
}

}  // namespace fsin::sweep

// SPDX-License-Identifier: Apache-2.0
// A run of a sweep: which one it is, what it is recognised by, and its result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>

#include "fsin/core/input_path.hpp"
#include "fsin/result/kept_result.hpp"

namespace fsin::sweep {

/// Layout of what a sweep leaves in its folder and in the cache.
inline constexpr unsigned results_schema = 3;

/// Results cannot be read, written or used: says which file, why, and what to do.
class SweepError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run that has come to its end.
struct Run {
  std::size_t point = 0;
  std::uint64_t seed = 0;
  std::string key;
  result::KeptResult result;  ///< with detail and links for the first seed of a point
};

/// A hash of all that a configuration says of a run, whatever its seed: 32 hexadecimal digits. `config` is resolved;
/// names, seeds and confidence in it do not count. Of the files that were read, `inputs`, their content counts and the
/// key that led to them, not where they are.
std::string point_key(nlohmann::ordered_json config, std::span<const Input> inputs);

/// A hash of everything that decides the result of a run of a point; `program` is the digest of its simulating code.
std::string run_key(const std::string& point, const std::string& engine, std::uint64_t seed,
                    const std::string& program);

/// The same for any text, e.g. the whole plan of a sweep.
std::string text_digest(const std::string& text);

/// The same hash of a file's content; empty where it cannot be read.
std::string file_digest(const std::filesystem::path& file);

/// The value at a dotted name ("latency.mean"), null when there is none.
const nlohmann::ordered_json& value_at(const nlohmann::ordered_json& object, const std::string& name);

}  // namespace fsin::sweep

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json_result.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_file.hpp"

namespace fsin::report {
namespace {

namespace fs = std::filesystem;

/// Beside the result, which needs as much room; where that is no file of a folder, where temporary files are.
fs::path spool_folder(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status))) return fs::temp_directory_path();
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

/// Every line after so many spaces.
std::string indented(const std::string& text, std::size_t spaces) {
  std::string result(spaces, ' ');
  for (const char c : text) {
    result += c;
    if (c == '\n') result.append(spaces, ' ');
  }
  return result;
}

}  // namespace

JsonResult::JsonResult(std::string path) : path_(std::move(path)), runs_(spool_folder(path_)) {}

void JsonResult::add(const result::ExperimentResult& experiment, const result::RunResult& run) {
  runs_.write(some_ ? ",\n" : "\n");
  runs_.write(indented(json_text(run_json(experiment, run), 2), 4));
  some_ = true;
}

void JsonResult::write(const result::ExperimentResult& experiment, const std::function<void(std::string_view)>& take) {
  std::string head = json_text(experiment_json(experiment), 2);
  head.resize(head.size() - 2);  // without the last line, "}"
  take(head + ",\n  \"runs\": [");
  runs_.copy_to(take);
  take(some_ ? "\n  ]\n}\n" : "]\n}\n");
}

void JsonResult::finish(const result::ExperimentResult& experiment) {
  if (path_ == "-") return write(experiment, write_stdout);
  OutputFile file(path_);
  write(experiment, [&](std::string_view text) { file.write(text); });
  file.commit();
}

}  // namespace fsin::report

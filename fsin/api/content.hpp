// SPDX-License-Identifier: Apache-2.0
// What a Result of the public interface holds: the figures of an ExperimentResult, and nothing of the runs themselves.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/api/fsin.hpp"
#include "fsin/result/experiment_result.hpp"

namespace fsin {

struct Result::Content {
  std::string_view outcome;
  std::string failure;
  std::size_t runs = 0;
  std::string fingerprint;
  std::string config;
  std::vector<Message> warnings;
  std::vector<std::string_view> names;
  std::vector<Figure> figures;  ///< by the place of the name

  static std::shared_ptr<const Content> of(const result::ExperimentResult& result, std::vector<Message> warnings);
};

}  // namespace fsin

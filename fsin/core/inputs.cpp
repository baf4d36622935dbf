// SPDX-License-Identifier: Apache-2.0
// The record of what one experiment names: see input_path.hpp.
#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "fsin/core/input_file.hpp"
#include "fsin/core/input_record.hpp"

namespace fsin {

struct InputsOfOne {
  struct Named {
    std::string kind;
    std::string path;
    std::shared_ptr<NamedInput> input;
    bool in_configuration = false;
  };

  explicit InputsOfOne(std::shared_ptr<InputStore> of_all) : store(std::move(of_all)) {}

  std::shared_ptr<InputStore> store;
  std::mutex mutex;
  std::vector<Named> named;
};

InputPath InputPath::leads_to(std::filesystem::path other) const {
  InputPath led(std::move(other));
  led.named_ = named_;
  return led;
}

Inputs Inputs::begin() {
  Inputs inputs;
  inputs.record_ = std::make_shared<InputsOfOne>(std::make_shared<InputStore>());
  return inputs;
}

Inputs Inputs::another() const {
  Inputs inputs;
  if (!record_) return inputs;
  inputs.record_ = std::make_shared<InputsOfOne>(record_->store);
  const std::lock_guard lock(record_->mutex);
  inputs.record_->named = record_->named;
  return inputs;
}

Inputs Inputs::below(std::string_view key) const {
  Inputs inputs = *this;
  inputs.prefix_ += fmt::format("{}.", key);
  return inputs;
}

InputPath Inputs::name(std::string_view key, std::filesystem::path path) const {
  InputPath input(std::move(path));
  if (!record_ || input.empty()) return input;
  input.named_ = InputStore::named(record_->store, input);
  std::string kind = prefix_ + std::string(key);
  const std::lock_guard lock(record_->mutex);
  for (const InputsOfOne::Named& each : record_->named) {
    if (each.kind == kind && each.input == input.named_) return input;
  }
  record_->named.push_back({std::move(kind), input.string(), input.named_});
  return input;
}

void Inputs::keep_in_configuration(std::string_view key) const {
  if (!record_) return;
  const std::lock_guard lock(record_->mutex);
  for (InputsOfOne::Named& each : record_->named) {
    if (each.kind == prefix_ + std::string(key)) each.in_configuration = true;
  }
}

/// A file that a key names and that nobody has opened yet counts as one that will be.
std::vector<Input> Inputs::files(bool digests) const {
  std::vector<Input> all;
  if (!record_) return all;
  const std::lock_guard lock(record_->mutex);
  for (const InputsOfOne::Named& named : record_->named) {
    std::error_code error;
    if (std::filesystem::is_regular_file(named.path, error)) {
      InputPath path{std::filesystem::path(named.path)};
      path.named_ = named.input;
      const InputFile seen(path);
    }
    const std::lock_guard files_lock(named.input->mutex);
    for (const auto& [name, file] : named.input->files) {
      Input& input = all.emplace_back(file->facts(digests));
      input.kind = named.kind;
      input.named = named.path;
      input.in_configuration = named.in_configuration;
    }
  }
  return all;
}

std::vector<Input> Inputs::list() const { return files(true); }
std::vector<Input> Inputs::names() const { return files(false); }

}  // namespace fsin

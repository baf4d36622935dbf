// SPDX-License-Identifier: Apache-2.0
#include "fsin/config/input_key.hpp"

#include <stdexcept>

namespace fsin::config {

void record_input(const Type& type, void* value, const std::string& path, bool is_part, const Inputs& inputs) {
  if (&type != &type_of<InputPath>) throw std::logic_error(path + ": a key that names a file has the type InputPath");
  inputs.name(path, *static_cast<InputPath*>(value));
  if (is_part) inputs.keep_in_configuration(path);
}

}  // namespace fsin::config

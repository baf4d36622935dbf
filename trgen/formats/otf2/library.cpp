// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/library.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::otf2 {

Library::Library(std::string name) : name_(std::move(name)) { OTF2_Error_RegisterCallback(&Library::hear, this); }

// A null handler restores the library's own, which prints.
Library::~Library() { OTF2_Error_RegisterCallback(nullptr, nullptr); }

OTF2_ErrorCode Library::hear(void* self, const char* /*file*/, std::uint64_t /*line*/, const char* /*function*/,
                             OTF2_ErrorCode code, const char* format, std::va_list arguments) {
  auto& library = *static_cast<Library*>(self);
  if (!library.said_.empty() || code == OTF2_SUCCESS) return code;
  std::array<char, 512> text{};
  if (format != nullptr) std::vsnprintf(text.data(), text.size(), format, arguments);
  library.said_ = OTF2_Error_GetDescription(code);
  if (text[0] != '\0') library.said_ += fmt::format(" ({})", fsin::one_line(text.data()));
  return code;
}

void Library::fail(std::string_view what) const {
  throw record::TraceError(
      fmt::format("{}: {}{}{}", name_, what, said_.empty() ? "" : "; the OTF2 library says: ", said_));
}

}  // namespace trgen::formats::otf2

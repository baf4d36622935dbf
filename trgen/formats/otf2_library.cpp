// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2_library.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats {

Otf2Library::Otf2Library(std::string name) : name_(std::move(name)) {
  OTF2_Error_RegisterCallback(&Otf2Library::hear, this);
}

// A null handler is the library's own, which prints.
Otf2Library::~Otf2Library() { OTF2_Error_RegisterCallback(nullptr, nullptr); }

OTF2_ErrorCode Otf2Library::hear(void* self, const char* /*file*/, std::uint64_t /*line*/, const char* /*function*/,
                                 OTF2_ErrorCode code, const char* format, std::va_list arguments) {
  auto& library = *static_cast<Otf2Library*>(self);
  if (!library.said_.empty() || code == OTF2_SUCCESS) return code;
  std::array<char, 512> text{};
  if (format != nullptr) std::vsnprintf(text.data(), text.size(), format, arguments);
  library.said_ = OTF2_Error_GetDescription(code);
  if (text[0] != '\0') library.said_ += fmt::format(" ({})", fsin::one_line(text.data()));
  return code;
}

void Otf2Library::fail(std::string_view what) const {
  throw record::TraceError(
      fmt::format("{}: {}{}{}", name_, what, said_.empty() ? "" : "; the OTF2 library says: ", said_));
}

}  // namespace trgen::formats

// SPDX-License-Identifier: Apache-2.0
// Memory that the ranks of a program share because it says so (fsin_live.h).
#pragma once

#include <cstddef>

namespace fsin::live::shim {

/// Memory that all ranks have which allocate at this place; null where the system has none.
void* shared_malloc(std::size_t bytes, const char* file, int line);
void shared_free(void* data);

}  // namespace fsin::live::shim

// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of what a run says of its load: the files that were read, and what it left out of them.
#pragma once

#include "fsin/report/schema_words.hpp"

namespace fsin::report {

schema::Json workload_schema();
schema::Json inputs_schema();

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of the profile of a run.
#pragma once

#include "fsin/report/schema_words.hpp"

namespace fsin::report {

schema::Json profile_schema();

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
// The code of all selection policies in fsin/routing/selection_catalogue.hpp.
#pragma once

#include "fsin/routing/algorithms/selections/most_free.hpp"
#include "fsin/routing/algorithms/selections/random.hpp"
#include "fsin/routing/algorithms/selections/smart.hpp"
#include "fsin/routing/selection_catalogue.hpp"

// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/workloads.hpp"

template class fsin::config::Choice<fsin::experiment::Workloads>;

// SPDX-License-Identifier: Apache-2.0
#include "trgen/app/command.hpp"

int main(int argc, char** argv) { return trgen::app::run_trgen({argv + 1, argv + argc}); }

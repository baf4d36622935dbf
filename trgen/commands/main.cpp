// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/command.hpp"

int main(int argc, char** argv) { return trgen::commands::run_trgen({argv + 1, argv + argc}); }

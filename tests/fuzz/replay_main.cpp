// SPDX-License-Identifier: Apache-2.0
// PROGRAM FOLDER [STEP]: runs a fuzz target over the files of a folder and their prefixes, every STEPth one (default:
// 1), for compilers without libFuzzer: the corpus is a regression test in every preset. Prints how many inputs ran;
// exit status 2 for wrong arguments, 3 when there is no input.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "fsin/core/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

int replay(const std::filesystem::path& folder, std::size_t step) {
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    // On every prefix too, up to 4 KiB of them: truncation is the most common damage.
    for (std::size_t size = 0; size < bytes.size() && size < 4096; size += step) {
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), size);
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
  }
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  const auto step = fsin::parse_natural(argc == 3 ? std::string_view(argv[2]) : "1");
  if (argc < 2 || argc > 3 || !step || *step == 0) return 2;
  const int inputs = replay(argv[1], *step);
  std::printf("%d inputs and their prefixes\n", inputs);
  return inputs > 0 ? 0 : 3;
}

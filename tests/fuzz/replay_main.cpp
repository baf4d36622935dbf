// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over the files of a folder, for compilers without libFuzzer: the corpus is a regression test in
// every preset. Prints how many inputs ran; exit status 3 when there is none.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

int replay(const std::filesystem::path& folder) {
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    // On every prefix too, up to 4 KiB of them: truncation is the most common damage.
    for (std::size_t size = 0; size < bytes.size() && size < 4096; ++size) {
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), size);
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
  }
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  const int inputs = argc == 2 ? replay(argv[1]) : 0;
  std::printf("%d inputs and their prefixes\n", inputs);
  return inputs > 0 ? 0 : 3;
}

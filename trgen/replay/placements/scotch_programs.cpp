// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placements/scotch_programs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace trgen::replay {
namespace {

namespace fs = std::filesystem;

constexpr const char* builds_targets = "amk_grf";
constexpr const char* maps = "scotch_gmap-int64";

/// A folder that is removed with all that is in it.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "fsin-placement-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  bool made() const { return !path_.empty(); }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// Runs a program without a shell, its output thrown away. Exit status; 127: it could not be started.
int run(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  for (const int stream : {0, 1, 2}) ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, arguments[0], &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) return 127;
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/// SCOTCH's format of graphs: a line for each vertex, its degree and its edges, each with its weight in front.
void write_ranks(const std::string& file, const Affinity& affinity, std::uint32_t ranks) {
  constexpr std::uint64_t largest = 1'000'000;
  std::uint64_t most = 1;
  for (const Pair& pair : affinity.pairs) most = std::max(most, pair.bytes);
  const auto weight = [&](std::uint64_t bytes) {
    return most <= largest ? bytes
                           : std::max<std::uint64_t>(
                                 1, static_cast<std::uint64_t>(static_cast<double>(bytes) / static_cast<double>(most) *
                                                               static_cast<double>(largest)));
  };
  std::vector<std::string> edges(ranks);
  std::vector<std::uint32_t> degrees(ranks);
  for (const Pair& pair : affinity.pairs) {
    edges[pair.low] += fmt::format(" {} {}", weight(pair.bytes), pair.high);
    edges[pair.high] += fmt::format(" {} {}", weight(pair.bytes), pair.low);
    ++degrees[pair.low], ++degrees[pair.high];
  }
  std::ofstream out(file);
  out << fmt::format("0\n{} {}\n0 010\n", ranks, 2 * affinity.pairs.size());
  for (std::uint32_t rank = 0; rank < ranks; ++rank) out << degrees[rank] << edges[rank] << '\n';
}

void write_links(const std::string& file, const Target& target) {
  std::size_t edges = 0;
  for (const auto& links : target.links) edges += links.size();
  std::ofstream out(file);
  out << fmt::format("0\n{} {}\n0 000\n", target.links.size(), edges);
  for (const auto& links : target.links) out << fmt::format("{} {}\n", links.size(), fmt::join(links, " "));
}

}  // namespace

bool has_scotch() { return run({maps, "-V"}) == 0 && run({builds_targets, "-V"}) == 0; }

std::optional<std::vector<std::uint32_t>> map_with_scotch(const Affinity& affinity, std::uint32_t ranks,
                                                          const Target& target, std::string& why) {
  const Folder folder;
  if (!folder.made()) {
    why = fmt::format("cannot make a folder in {} for the files of SCOTCH", fs::temp_directory_path().string());
    return std::nullopt;
  }
  const auto is_place = [&target](std::uint64_t vertex) {
    return std::binary_search(target.places.begin(), target.places.end(), vertex);
  };
  const std::string graph = folder.file("ranks.grf"), onto = folder.file("onto.tgt"),
                    result = folder.file("result.map");
  write_ranks(graph, affinity, ranks);
  if (!target.named.empty()) {
    std::ofstream(onto) << target.named << '\n';
  } else {
    const std::string links = folder.file("links.grf"), places = folder.file("places");
    write_links(links, target);
    std::ofstream(places) << fmt::format("{}\n{}\n", target.places.size(), fmt::join(target.places, "\n"));
    const int made = run({builds_targets, "-l" + places, links, onto});
    if (made != 0) {
      why = fmt::format("SCOTCH could not make a target of the network: {} ended with status {}", builds_targets, made);
      return std::nullopt;
    }
  }
  if (const int mapped = run({maps, "-Cdf", graph, onto, result}); mapped != 0) {
    why = fmt::format("SCOTCH could not map the ranks: {} ended with status {}", maps, mapped);
    return std::nullopt;
  }
  std::ifstream in(result);
  std::vector<std::uint32_t> mapping(ranks);
  std::uint64_t rows = 0, read = 0, rank = 0, vertex = 0;
  in >> rows;
  for (; in >> rank >> vertex && rank < ranks && is_place(vertex); ++read)
    mapping[rank] = static_cast<std::uint32_t>(vertex);
  if (read == ranks) return mapping;
  why = fmt::format("SCOTCH mapped {} of {} ranks onto nodes of the job", read, ranks);
  return std::nullopt;
}

}  // namespace trgen::replay

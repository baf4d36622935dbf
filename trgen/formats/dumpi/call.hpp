// SPDX-License-Identifier: Apache-2.0
// One MPI call of a DUMPI file, from either form: its times, and its arguments by name.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/input.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::dumpi {

/// Values that are not numbers but have a meaning of their own.
namespace special {
inline constexpr std::int64_t any_source = -1, any_tag = -1;
inline constexpr std::int64_t comm_null = 1, comm_world = 2, comm_self = 3, first_user_comm = 4;
inline constexpr std::int64_t request_null = 1, first_user_request = 2;
inline constexpr std::int64_t type_byte = 5, first_user_type = 28;
}  // namespace special

/// True when the function makes a persistent request.
inline bool is_persistent_init(std::string_view function) {
  constexpr std::array<std::string_view, 5> all{"MPI_Send_init", "MPI_Bsend_init", "MPI_Ssend_init", "MPI_Rsend_init",
                                                "MPI_Recv_init"};
  return std::find(all.begin(), all.end(), function) != all.end();
}

struct Status {
  std::int64_t bytes = 0;
  std::int64_t source = 0;
  std::optional<std::int64_t> tag;  ///< empty in old binary files, which do not have it
  bool cancelled = false;
};

class Call {
 public:
  std::string name;            ///< name of the function
  std::uint64_t start_ns = 0;  ///< wall time; CPU time if there is no other
  std::uint64_t stop_ns = 0;
  std::uint64_t thread = 0;
  std::uint64_t place = 0;  ///< line in a text file, offset of the byte in a binary one
  std::vector<Status> statuses;

  void clear() {
    arguments_.clear();
    numbers_.clear();
    statuses.clear();
  }
  /// Begins a new argument, whose values follow.
  void begin_argument(std::string_view argument) { arguments_.push_back({std::string(argument), numbers_.size(), 0}); }
  void add_number(std::int64_t number) {
    numbers_.push_back(number);
    ++arguments_.back().count;
  }

  std::span<const std::int64_t> list(std::string_view argument) const {
    const auto found =
        std::find_if(arguments_.begin(), arguments_.end(), [&](const auto& each) { return each.name == argument; });
    if (found == arguments_.end()) return {};
    return std::span(numbers_).subspan(found->first, found->count);
  }
  bool has_arguments() const { return !arguments_.empty(); }
  std::optional<std::int64_t> number(std::string_view argument) const {
    const auto values = list(argument);
    return values.size() == 1 ? std::optional(values[0]) : std::nullopt;
  }

 private:
  struct Argument {
    std::string name;
    std::size_t first;
    std::size_t count;
  };

  std::vector<Argument> arguments_;
  std::vector<std::int64_t> numbers_;
};

/// Facts of a file besides its calls. Complete when the last call has been read; for a binary file from the start.
struct FileFacts {
  std::vector<std::uint32_t> type_sizes;                       ///< by number of the type
  std::vector<std::pair<std::string, std::uint64_t>> ignored;  ///< by name: number of calls that were not recorded
  bool has_wall = false;                                       ///< times are wall times; else CPU times
};

/// The calls of one file, in their order. Throws record::TraceError for a faulty file.
class Calls {
 public:
  virtual ~Calls() = default;
  virtual bool next(Call& call) = 0;
  virtual const FileFacts& facts() const = 0;
};

/// Opens the calls of a file, text or binary by its content. `in` and `problems` must outlive the result.
std::unique_ptr<Calls> open_calls(io::Input& in, io::Problems& problems);
std::unique_ptr<Calls> open_text(io::Input& in, io::Problems& problems);
std::unique_ptr<Calls> open_binary(io::Input& in, io::Problems& problems);

/// Recognise the two forms by the content of a file.
bool is_text(std::span<const char> head);
bool is_binary(std::span<const char> head);
bool is_meta(std::span<const char> head);

}  // namespace trgen::formats::dumpi

// SPDX-License-Identifier: Apache-2.0
// The calls of a binary file: big-endian, without lengths of calls, with an index at the end of the file.
#include <fmt/format.h>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dumpi/binary_tail.hpp"
#include "trgen/formats/dumpi/call.hpp"
#include "trgen/formats/dumpi/signatures.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::dumpi {
namespace {

// Bits for the items that were recorded with a call.
constexpr unsigned mask_statuses = 0x03, mask_cpu = 0x04, mask_wall = 0x08, mask_thread = 0x40, mask_counters = 0x80;

class BinaryCalls : public Calls {
 public:
  BinaryCalls(io::Input& in, io::Problems& problems)
      : in_(in), problems_(problems), tail_(read_tail(in, problems)), block_(std::size_t{1} << 18) {
    take(8);
    cpu_bias_ = take(4);
    wall_bias_ = take(4);
    if (tail_.body > place_) skip(tail_.body - place_);
  }

  bool next(Call& call) override {
    while (place_ < tail_.header - 2) {
      call.clear();
      call.place = place_;
      const auto function = static_cast<unsigned>(take(2));
      const Signature* const signature = signature_of(function);
      const bool program = function == function_enter || function == function_exit;
      call.name = function_name(function);
      if (call.name.empty() && !program) {
        stop(fmt::format("byte {}: {} is not the number of a call; the file is damaged", call.place, function));
      }
      common(call);
      if (program) {
        skip(8);
        continue;
      }
      fields(signature == nullptr ? "u" : signature->fields, call);
      return true;
    }
    drain();
    return false;
  }

  const FileFacts& facts() const override { return tail_.facts; }

 private:
  [[noreturn]] void stop(const std::string& what) { problems_.stop(0, what); }

  bool fill() {
    at_ = 0;
    end_ = in_.read(block_);
    return end_ > 0;
  }

  std::uint64_t take(unsigned size) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) {
      if (at_ == end_ && !fill()) stop(fmt::format("the file ends at byte {}; was all of it copied?", place_));
      value = value << 8 | static_cast<unsigned char>(block_[at_++]);
      ++place_;
    }
    return value;
  }

  void skip(std::uint64_t size) {
    if (size > tail_.file_size - place_) {
      stop(fmt::format("byte {}: {} bytes are announced, more than the file has; the file is damaged", place_, size));
    }
    for (; size > 0; --size) take(1);
  }

  void drain() {
    while (fill()) {
    }
  }

  std::int64_t take_signed() { return static_cast<std::int32_t>(static_cast<std::uint32_t>(take(4))); }

  /// Reads the number of elements, of `size` bytes each, that follow.
  std::uint64_t take_count(std::uint64_t size) {
    const std::int64_t count = take_signed();
    if (count <= 0) return 0;
    if (static_cast<std::uint64_t>(count) > (tail_.file_size - place_) / size) {
      stop(fmt::format("byte {}: a list of {} entries does not fit into the file; the file is damaged", place_, count));
    }
    return static_cast<std::uint64_t>(count);
  }

  std::uint64_t take_time(std::uint64_t bias) {
    const std::uint64_t seconds = take(2) + bias;
    return seconds * ns_per_second + take(4);
  }

  void common(Call& call) {
    mask_ = static_cast<unsigned>(take(1));
    call.thread = (mask_ & mask_thread) != 0 ? take(2) : 0;
    std::uint64_t cpu_start = 0;
    std::uint64_t cpu_stop = 0;
    if ((mask_ & mask_cpu) != 0) {
      cpu_start = take_time(cpu_bias_);
      cpu_stop = take_time(cpu_bias_);
    }
    call.start_ns = cpu_start;
    call.stop_ns = cpu_stop;
    if ((mask_ & mask_wall) != 0) {
      call.start_ns = take_time(wall_bias_);
      call.stop_ns = take_time(wall_bias_);
      tail_.facts.has_wall = true;
    }
    if ((mask_ & mask_counters) != 0) skip(take(1) * 16);
  }

  void fields(std::string_view list, Call& call) {
    for (io::Fields words(list); !words.done();) {
      const std::string_view word = words.next();
      const std::size_t colon = word.find(':');
      if (colon == std::string_view::npos) {
        stop(
            fmt::format("byte {}: the arguments of {} are not known to this program; print the file with dumpi2ascii "
                        "and read that",
                        call.place, call.name));
      }
      const bool here = !word.ends_with('?') || call.number("commrank") == call.number("root");
      if (here) field(word.substr(0, colon), word[colon + 1], call);
    }
  }

  void numbers(Call& call, unsigned size) {
    for (std::uint64_t left = take_count(size); left > 0; --left) {
      call.add_number(size == 4 ? take_signed() : static_cast<std::int64_t>(take(size)));
    }
  }

  void field(std::string_view name, char kind, Call& call) {
    constexpr unsigned array_since = 0x000609;
    constexpr unsigned single_count_since = 0x000602;
    if (kind == 'S') return statuses(call);
    call.begin_argument(name);
    switch (kind) {
      case 'i':
        return call.add_number(take_signed());
      case 'h':
        return call.add_number(static_cast<std::int64_t>(take(2)));
      case 'b':
        return call.add_number(static_cast<std::int64_t>(take(1)));
      case 'H':
        return numbers(call, 2);
      case 'B':
        return numbers(call, 1);
      case 'o':
        if (tail_.version < array_since) return call.add_number(take_signed());
        return numbers(call, 4);
      case 'M':
        for (std::uint64_t rows = take_count(4); rows > 0; --rows) numbers(call, 4);
        return;
      case 'c':
        return skip(take_count(1));
      case 'v':
      case 'V': {
        std::uint64_t texts = take_count(4);
        if (kind == 'V' && tail_.version < single_count_since) take(4);
        for (; texts > 0; --texts) skip(take_count(1));
        return;
      }
      default:
        return numbers(call, 4);
    }
  }

  void statuses(Call& call) {
    constexpr unsigned tag_since = 0x000603;
    if ((mask_ & mask_statuses) == 0) return;
    const bool with_tag = tail_.version >= tag_since;
    for (std::uint64_t left = take_count(with_tag ? 14 : 10); left > 0; --left) {
      Status status;
      status.bytes = take_signed();
      status.source = take_signed();
      status.cancelled = take(1) != 0;
      take(1);
      if (with_tag) status.tag = take_signed();
      call.statuses.push_back(status);
    }
  }

  io::Input& in_;
  io::Problems& problems_;
  Tail tail_;
  std::vector<char> block_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t place_ = 0;
  std::uint64_t cpu_bias_ = 0;
  std::uint64_t wall_bias_ = 0;
  unsigned mask_ = 0;
};

}  // namespace

std::unique_ptr<Calls> open_binary(io::Input& in, io::Problems& problems) {
  return std::make_unique<BinaryCalls>(in, problems);
}

}  // namespace trgen::formats::dumpi

// SPDX-License-Identifier: Apache-2.0
// The records of one program, rank by rank (program_trace.hpp).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/programs/cursor.hpp"
#include "trgen/record/source.hpp"

namespace trgen::programs {

/// The states that a program trace adds, in this order, behind those of its program and those of collectives.
enum class OwnState : std::uint8_t { init, finalize, send, receive, send_start, receive_start, wait, wait_any };
inline constexpr std::array<std::string_view, 8> own_state_names{
    "MPI_Init", "MPI_Finalize", "MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Waitany"};

class ProgramCursor final : public record::TraceCursor {
 public:
  ProgramCursor(std::shared_ptr<const Program> program, const collectives::Choice& choice, bool messages_only);

  bool next(std::uint32_t rank, record::Record& out) override;
  std::string failure() const override { return cursor_.failure(); }

 private:
  struct Position {
    std::uint64_t time = 0;
    std::uint64_t line = 0;
    std::vector<record::Record> ready;  ///< records that were made and not returned yet, the next one at `index`
    std::size_t index = 0;
    std::vector<Operation> pending;  ///< by request: started and not waited for; inactive ones have the kind compute
    std::uint32_t depth = 0;         ///< MPI functions that the program has entered and not left
    bool begun = false;
    bool ended = false;
  };

  bool refill(std::uint32_t rank);
  void add(Position& at, const record::Record& record);
  void call(Position& at, OwnState own, const Operation* messages, std::size_t count);
  void operation(std::uint32_t rank, const Operation& each);
  void complete(Position& at, const Operation& wait);
  std::uint16_t state(OwnState own) const;

  Cursor cursor_;
  bool messages_only_;
  std::vector<Position> ranks_;
  std::vector<Operation> completed_;
};

}  // namespace trgen::programs

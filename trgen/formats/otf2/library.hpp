// SPDX-License-Identifier: Apache-2.0
// The OTF2 library while one archive is being read or written: its errors become one TraceError. The library has one
// error handler for the whole process, so archives are opened and written one after the other, not by two threads.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <cstdarg>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace trgen::formats::otf2 {

/// Names on which reader and writer agree.
namespace names {
inline constexpr const char* version = "TRGEN::VERSION";
inline constexpr const char* clock = "TRGEN::CLOCK";
inline constexpr const char* incomplete = "TRGEN::INCOMPLETE";
inline constexpr const char* not_captured = "TRGEN::NOT_CAPTURED";
inline constexpr const char* any_attribute = "TRGEN::ANY";
inline constexpr const char* match_attribute = "TRGEN::MATCH";
inline constexpr std::string_view communicator = "communicator ";
inline constexpr std::string_view unknown_members = ", members not known";
/// Bits of any_attribute: the source or the tag was a wildcard.
inline constexpr std::uint8_t any_source = 1, any_tag = 2;
}  // namespace names

/// Events that contain nothing to replay: they bound a program or a thread, or repeat an MPI call that is recorded
/// itself.
inline constexpr auto markers = std::to_array<std::string_view>(
    {"ProgramBegin", "ProgramEnd", "ThreadBegin", "ThreadEnd", "CommCreate", "CommDestroy"});

/// The functions of MPI-3 that OTF2 knows as collective operations, by OTF2_CollectiveOp from 0.
inline constexpr std::array<std::string_view, 17> collective_operations{"Barrier",
                                                                        "Bcast",
                                                                        "Gather",
                                                                        "Gatherv",
                                                                        "Scatter",
                                                                        "Scatterv",
                                                                        "Allgather",
                                                                        "Allgatherv",
                                                                        "Alltoall",
                                                                        "Alltoallv",
                                                                        "Alltoallw",
                                                                        "Allreduce",
                                                                        "Reduce",
                                                                        "Reduce_scatter",
                                                                        "Scan",
                                                                        "Exscan",
                                                                        "Reduce_scatter_block"};

class Library {
 public:
  /// `name`: the archive, as messages call it.
  explicit Library(std::string name);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  const std::string& name() const { return name_; }
  /// Throws record::TraceError with the name, `what`, and the first message of the library.
  [[noreturn]] void fail(std::string_view what) const;
  void check(OTF2_ErrorCode code, std::string_view what) const {
    if (code != OTF2_SUCCESS) fail(what);
  }
  template <class Handle>
  Handle* check(Handle* handle, std::string_view what) const {
    if (handle == nullptr) fail(what);
    return handle;
  }
  /// Discards the message of the library, which was expected.
  void forget() { said_.clear(); }

 private:
  static OTF2_ErrorCode hear(void* self, const char* file, std::uint64_t line, const char* function,
                             OTF2_ErrorCode code, const char* format, std::va_list arguments);

  std::string name_;
  std::string said_;  ///< the first error message of the library
};

/// Closes a handle of the library at the end of a scope.
template <class Handle, auto Close>
struct Closer {
  void operator()(Handle* handle) const { Close(handle); }
};
using ReaderHandle = std::unique_ptr<OTF2_Reader, Closer<OTF2_Reader, &OTF2_Reader_Close>>;
using ArchiveHandle = std::unique_ptr<OTF2_Archive, Closer<OTF2_Archive, &OTF2_Archive_Close>>;
using AttributesHandle = std::unique_ptr<OTF2_AttributeList, Closer<OTF2_AttributeList, &OTF2_AttributeList_Delete>>;
using EventCallbacks =
    std::unique_ptr<OTF2_EvtReaderCallbacks, Closer<OTF2_EvtReaderCallbacks, &OTF2_EvtReaderCallbacks_Delete>>;
using DefinitionCallbacks =
    std::unique_ptr<OTF2_GlobalDefReaderCallbacks,
                    Closer<OTF2_GlobalDefReaderCallbacks, &OTF2_GlobalDefReaderCallbacks_Delete>>;

}  // namespace trgen::formats::otf2

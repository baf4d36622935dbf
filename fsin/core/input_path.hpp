// SPDX-License-Identifier: Apache-2.0
// The door through which everything is read that decides a result. A key of an experiment that names a file is an
// InputPath; it is opened by InputFile or InputStream (input_file.hpp) and by nothing else, which
// tests/arch/inputs_test.py checks. Inputs is the record of what an experiment names and of what its readers opened:
// the files themselves, and those that they lead to (the files of a list, of an archive, of a folder).
//
// The identity of a file is the digest of its bytes (XXH3, 128 bits: what `xxhsum -H128` prints), never its size or its
// time. A file that is streamed is digested while it streams; any other is read once more when somebody asks. A file
// that has changed when it is opened again is refused, since the result would belong to neither content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fsin {

class KnownFile;     // what is known of a file: input_record.hpp
struct NamedInput;   // what was opened for a key
class InputStore;    // both, by name
struct InputsOfOne;  // what one experiment names: inputs.cpp

/// The path of a file that is read, and the record into which that goes. Copies share the record.
class InputPath : public std::filesystem::path {
 public:
  InputPath() = default;
  /// Of no record: for files that no experiment names.
  explicit InputPath(std::filesystem::path name) : std::filesystem::path(std::move(name)) {}
  using std::filesystem::path::operator=;

  /// Another file to which this one led: a file that it names, or one that belongs to it by its own name.
  InputPath leads_to(std::filesystem::path other) const;

 private:
  friend class Inputs;
  friend class InputFile;

  std::shared_ptr<NamedInput> named_;
};

/// A file that was read.
struct Input {
  std::string kind;  ///< the key that led to it: "experiment", "workload.file", "workload.jobs[1].file"
  std::filesystem::path path;
  std::filesystem::path named;  ///< what the key names: the same, or the list, folder or archive that led to it
  std::string digest;           ///< "xxh128:" and 32 hexadecimal digits; empty of a pipe that was not read to its end
  std::uint64_t bytes = 0;
  bool in_configuration = false;  ///< the resolved configuration holds what it says
};

/// The record of one experiment; copies are the same record. Empty when made by default: then nothing is recorded.
class Inputs {
 public:
  Inputs() = default;
  static Inputs begin();

  /// A record that begins with what is named in this one, for another point of the same sweep: what is known of files
  /// is shared, so that a file is digested once however many points read it.
  Inputs another() const;
  /// The same record, for keys below `key`.
  Inputs below(std::string_view key) const;

  /// Records that `key` names a file or a folder.
  InputPath name(std::string_view key, std::filesystem::path path) const;
  void name(std::string_view key, InputPath& path) const { path = name(key, std::filesystem::path(path)); }
  /// The resolved configuration holds what the file of this key says.
  void keep_in_configuration(std::string_view key) const;

  /// All files, in the order of the keys that led to them. Throws InputOutputError for one that cannot be read any more
  /// or has changed since it was opened.
  std::vector<Input> list() const;
  /// The same without digests, so that nothing has to be read.
  std::vector<Input> names() const;

 private:
  std::vector<Input> files(bool digests) const;

  std::shared_ptr<InputsOfOne> record_;
  std::string prefix_;
};

}  // namespace fsin

// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fsin/core/folder_lock.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/report/result_tables.hpp"
#include "fsin/report/run_tables.hpp"
#include "tests/report/sample_result.hpp"

namespace files_test {

using namespace fsin;
using namespace fsin::report;
using fsin::OutputError;
using fsin::OutputFile;
using fsin::prepare_directory;
using fsin::write_file;
using fsin::stats::Outcome;
namespace fs = std::filesystem;

namespace {

/// A directory of its own for each test, removed at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "fsin-report-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string content(const fs::path& path) {
  const std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> lines(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> result;
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

/// The tables of sample_experiment(runs).
void write_tables(std::size_t runs, const fs::path& directory, Outcome outcome = Outcome::finished) {
  const result::ExperimentResult experiment = sample_experiment(runs);
  RunTables tables(experiment, directory);
  for (std::size_t i = 0; i < runs; ++i) {
    result::RunResult run = sample_run(i + 1);
    run.record.totals.outcome = outcome;
    tables.add(experiment, run);
  }
  CHECK_FALSE(fs::exists(directory / "runs.csv"));  // whole or not at all
  tables.commit();
}

std::size_t commas(const std::string& line) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
}

}  // namespace

TEST_CASE("a file appears only when it is whole") {
  const Scratch dir;
  const fs::path path = dir.path() / "result.txt";
  {
    OutputFile file(path);
    file.write("half");
    CHECK_FALSE(fs::exists(path));
    CHECK(fs::exists(dir.path() / "result.txt.incomplete"));
    file.write(" and half\n");
    file.commit();
  }
  CHECK(content(path) == "half and half\n");
  CHECK_FALSE(fs::exists(dir.path() / "result.txt.incomplete"));
}

TEST_CASE("a file that is given up leaves the old one as it was and nothing else") {
  const Scratch dir;
  const fs::path path = dir.path() / "result.txt";
  write_file(path, "old\n");
  {
    OutputFile file(path);
    file.write("new");
  }
  CHECK(content(path) == "old\n");
  CHECK_FALSE(fs::exists(dir.path() / "result.txt.incomplete"));
}

TEST_CASE(
    "a link that waits under the temporary name is not followed, nor is a file that another name has too emptied") {
  const Scratch dir;
  const fs::path path = dir.path() / "result.txt", waiting = dir.path() / "result.txt.incomplete",
                 other = dir.path() / "other";
  write_file(other, "precious\n");
  for (const bool hard : {false, true}) {
    hard ? fs::create_hard_link(other, waiting) : fs::create_symlink(other, waiting);
    write_file(path, "result\n");
    CHECK(content(path) == "result\n");
    CHECK(content(other) == "precious\n");
    CHECK(fs::is_regular_file(fs::symlink_status(path)));
    CHECK_FALSE(fs::exists(fs::symlink_status(waiting)));
  }
}

TEST_CASE("two writers of one file exclude each other, and what a kill left behind is replaced") {
  const Scratch dir;
  const fs::path path = dir.path() / "result.txt";
  std::ofstream(path.string() + ".incomplete") << "left behind";
  OutputFile first(path);
  CHECK_THROWS_WITH_AS(OutputFile second(path), doctest::Contains("another process is writing this file"), OutputError);
  first.write("first\n");
  first.commit();
  CHECK(content(path) == "first\n");
  write_file(path, "second\n");
  CHECK(content(path) == "second\n");
}

TEST_CASE("two writers of one folder exclude each other") {
  const Scratch dir;
  {
    const FolderLock first(dir.path());
    CHECK_THROWS_WITH_AS(FolderLock(dir.path()), doctest::Contains("another fsin is writing into this folder"),
                         OutputError);
  }
  const FolderLock again(dir.path());
  CHECK(fs::is_empty(dir.path()));
}

TEST_CASE("a full disk and a missing directory are errors that name the file and say what to do") {
  CHECK_THROWS_WITH_AS(write_file("/dev/full", "x"),
                       "/dev/full: cannot write: No space left on device; free some space or choose another place",
                       OutputError);
  CHECK_THROWS_WITH_AS(
      write_file("/nonexistent/result.json", "x"),
      "/nonexistent/result.json: cannot open for writing: No such file or directory; create the directory first",
      OutputError);
  const Scratch dir;
  write_file(dir.path() / "file", "x");
  CHECK_THROWS_AS(prepare_directory(dir.path() / "file" / "sub"), OutputError);
}

TEST_CASE("a prepared directory exists and is empty") {
  const Scratch dir;
  prepare_directory(dir.path() / "a" / "b");
  CHECK(fs::is_directory(dir.path() / "a" / "b"));
  CHECK(fs::is_empty(dir.path() / "a" / "b"));
}

TEST_CASE("the tables have one row an observation and as many cells as columns") {
  const Scratch dir;
  write_tables(2, dir.path());
  for (const char* name : {"runs.csv", "links.csv", "nodes.csv", "latency.csv"}) {
    CAPTURE(name);
    const auto rows = lines(dir.path() / name);
    REQUIRE(rows.size() > 1);
    for (const std::string& row : rows) CHECK(commas(row) == commas(rows[0]));
  }
  CHECK(lines(dir.path() / "runs.csv").size() == 1 + 2);
  CHECK(lines(dir.path() / "runs.jsonl").size() == 2);
  CHECK(content(dir.path() / "config.yaml") == "fsin: 1\n");
  CHECK(lines(dir.path() / "nodes.csv") ==
        std::vector<std::string>{"seed,node,phits,accepted", "1,0,400,0.4", "1,1,400,0.4", "1,2,600,0.6", "1,3,200,0.2",
                                 "2,0,400,0.4", "2,1,400,0.4", "2,2,600,0.6", "2,3,200,0.2"});
  const auto links = lines(dir.path() / "links.csv");
  CHECK(links[0] == "seed,from,port,to,phits,utilisation");
  CHECK(links[2] == "1,1,2,0,900,0.9");
  const auto latency = lines(dir.path() / "latency.csv");
  CHECK(latency[1] == "1,latency,21,21,50,6.72e-07,6.72e-07");
  CHECK(latency[3] == "1,latency_from_generation,30,30,100,9.6e-07,9.6e-07");
}

TEST_CASE("columns.yaml explains every column of every table") {
  const Scratch dir;
  write_tables(1, dir.path());
  const std::string columns = content(dir.path() / "columns.yaml");
  for (const char* name : {"runs.csv", "links.csv", "nodes.csv", "latency.csv"}) {
    const std::size_t start = columns.find(std::string(name) + ":\n");
    REQUIRE(start != std::string::npos);
    std::istringstream header(lines(dir.path() / name)[0]);
    for (std::string column; std::getline(header, column, ',');) {
      CAPTURE(column);
      CHECK(columns.find("\n  " + column + ": {unit: ", start) != std::string::npos);
    }
  }
}

TEST_CASE("a partial run is marked in the table") {
  const Scratch dir;
  write_tables(1, dir.path(), Outcome::interrupted);
  const std::vector<std::string> table = lines(dir.path() / "runs.csv");
  CHECK(table[0].starts_with("seed,outcome,load_verdict,partial,"));
  CHECK(table[1].starts_with("1,interrupted,not judged,1,"));
}

TEST_CASE("a table has the same columns in the folder of a run and, behind point and axes, in that of a sweep") {
  const Front point{"point,load", ""};
  CHECK(links_table(Folder::sweep).head(point) == "point,load," + links_table(Folder::run).head());
  CHECK(links_table(Folder::sweep).line_of({{1, 2, 3, 50}, 200}, "0,low") == "0,low,1,2,3,50,0.25\n");
  CHECK(links_table(Folder::run).line_of({{1, 2, 3, 50}, 200}, "7") == "7,1,2,3,50,0.25\n");
  CHECK(latency_table(Folder::run).head() == "measure," + latency_table(Folder::sweep).head());
}

TEST_CASE("fields that are not known are empty") {
  CHECK(latency_table(Folder::sweep).line_of({{}, {4, 5, 6}, std::nullopt}, "0") == "0,4,5,6,,\n");
  CHECK(links_table(Folder::run).line_of({{1, 2, 3, 50}, 0}, "7") == "7,1,2,3,50,0\n");
}

}  // namespace files_test

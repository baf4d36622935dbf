// SPDX-License-Identifier: Apache-2.0
// Runs the test cases that the arguments choose, and fails where they choose none: a test in which nothing ran, because
// a file has another name than ctest was told, has not passed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

namespace {

struct SomethingRuns final : doctest::IReporter {
  explicit SomethingRuns(const doctest::ContextOptions&) {}
  void test_run_end(const doctest::TestRunStats& stats) override {
    if (stats.numTestCasesPassingFilters > 0) return;
    std::fputs("no test case has a name or a file that was asked for\n", stderr);
    std::exit(EXIT_FAILURE);
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

}  // namespace

REGISTER_LISTENER("something-runs", 1, SomethingRuns);

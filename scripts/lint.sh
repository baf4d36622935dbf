#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Format check and clang-tidy.
#   scripts/lint.sh             checks the files that differ from branch main, also those not committed yet
#   scripts/lint.sh --all       checks every file
#   scripts/lint.sh FILE...     checks these files
#   --fix                       rewrites the format; clang-tidy only reports
#   --format-only               leaves clang-tidy out (this is the form that the tests run)
# Exit status: 0 clean, 1 something to correct, 2 usage, 77 the tools are not installed.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

say() { printf '%s\n' "$*" >&2; }
scope=changed fix=no tidy=yes files=()
for argument in "$@"; do
  case $argument in
    --all) scope=all ;;
    --fix) fix=yes ;;
    --format-only) tidy=no ;;
    -*) say "lint: unknown argument '$argument'; use --all, --fix, --format-only or file names"; exit 2 ;;
    *) scope=given; files+=("$argument") ;;
  esac
done

sources() { find fsin trgen tests bench -name '*.hpp' -o -name '*.cpp' | sort; }
case $scope in
  all) mapfile -t files < <(sources) ;;
  changed)
    base=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
    mapfile -t files < <( (git diff --name-only --diff-filter=d "$base"; git ls-files -o --exclude-standard) |
      grep -E '^(fsin|trgen|tests|bench)/.*\.[hc]pp$' | sort -u) ;;
esac
if [ ${#files[@]} -eq 0 ]; then say "lint: no source file differs from main"; exit 0; fi

command -v clang-format >/dev/null || { say "skipped: clang-format is not installed; run scripts/install-packages.sh --tests"; exit 77; }
failed=no
if [ "$fix" = yes ]; then clang-format -i "${files[@]}"; fi
clang-format --dry-run -Werror "${files[@]}" || { failed=yes; say "lint: format differs; run scripts/lint.sh --fix"; }

if [ "$tidy" = yes ]; then
  command -v clang-tidy >/dev/null || { say "lint: clang-tidy is not installed; run scripts/install-packages.sh --all"; exit 77; }
  # Headers are checked through the sources that include them.
  [ -f build/release/compile_commands.json ] || cmake --preset release >/dev/null
  mapfile -t units < <(printf '%s\n' "${files[@]}" | grep '\.cpp$' || true)
  if [ ${#units[@]} -gt 0 ]; then
    printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/release --quiet \
      2> >(grep -v 'warnings generated' >&2) || failed=yes
  fi
fi
if [ "$failed" = yes ]; then exit 1; fi
say "lint: ${#files[@]} files clean"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes docs/validation.md: both engines beside the original simulator and beside closed forms. A few minutes.
# Exit status: 0 all agrees, 1 something does not (the page then shows it), else the build's.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
. scripts/common.sh

step "configure" configure release
step "build fsin-oracles" build release fsin-oracles
page=docs/validation.md
mkdir -p docs
status=0
build/release/bin/fsin-oracles --report "$@" >"$page.new" || status=$?
if [ $status -gt 1 ]; then rm -f "$page.new"; say "validate: the comparison did not finish; $page is as it was"; exit $status; fi
# Models have a section of their own at the end, which experiments/models/run writes.
sed -n '/^## Models$/,$p' "$page" >"$page.models"
{ cat "$page.new"; echo; cat "$page.models"; } >"$page"
rm -f "$page.new" "$page.models"
say "$page written"
exit $status

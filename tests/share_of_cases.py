# SPDX-License-Identifier: Apache-2.0
"""Long tests over many cases can be asked for a share of them, as tests/share_of_cases.hpp says."""
import os


def share_of(cases):
    """The cases that FSIN_TEST_SHARE=k/n takes, as a list; all of them without it."""
    first, every = (int(each) for each in os.environ.get("FSIN_TEST_SHARE", "0/1").split("/"))
    if not 0 <= first < every:
        raise SystemExit(f"FSIN_TEST_SHARE is {first}/{every}, not k/n with k below n")
    return list(cases)[first::every]

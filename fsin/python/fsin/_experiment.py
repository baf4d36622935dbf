# SPDX-License-Identifier: Apache-2.0
"""An experiment as the compiled part takes it: a file, or a text in YAML, and overrides `key=value`."""
from __future__ import annotations

import json
import numbers
import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional, Union

import numpy as np

Experiment = Union[str, "os.PathLike[str]", Mapping[str, Any]]

NAME_OF_TEXT = "experiment"  # what messages call a text or a dict
_PLAIN_KEY = re.compile(r"[A-Za-z_][\w.-]*\Z")


class Written(NamedTuple):
    file: Optional[str]
    text: str


def written(experiment: Experiment) -> Written:
    """A dict, a path, or a text, which has several lines."""
    if isinstance(experiment, Mapping):
        return Written(None, yaml_text(experiment if "fsin" in experiment else {"fsin": 1, **experiment}))
    if isinstance(experiment, os.PathLike):
        return Written(os.fspath(experiment), "")
    if isinstance(experiment, str):
        return Written(None, experiment) if "\n" in experiment else Written(experiment, "")
    raise TypeError(f"an experiment is a path, a text in YAML or a dict, not {type(experiment).__name__}")


def overrides(settings: Optional[Mapping[str, Any]], keywords: Mapping[str, Any], prefix: str = "") -> list[str]:
    """`load=0.3` for each entry; a keyword has `__` where the key has a dot. Keywords come last, and so hold."""
    both = [*(settings or {}).items(), *((name.replace("__", "."), value) for name, value in keywords.items())]
    return [f"{prefix}{key}={override_value(value, prefix + key)}" for key, value in both]


def override_value(value: Any, key: str) -> str:
    """A string is YAML, as on the command line."""
    return value if isinstance(value, str) else flow_text(value, key)


def flow_text(value: Any, key: str = "") -> str:
    """On one line: JSON, which is YAML."""
    return json.dumps(plain(value, key), ensure_ascii=False)


def plain(value: Any, key: str = "") -> Any:
    """Of values of numpy and the like, those of Python that JSON has."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(name): plain(each, f"{key}.{name}") for name, each in value.items()}
    if isinstance(value, np.ndarray) or hasattr(value, "tolist"):
        return plain(value.tolist(), key)
    if isinstance(value, (list, tuple, range)):
        return [plain(each, key) for each in value]
    raise TypeError(f"{key or 'a value'}: {type(value).__name__} is no value of a key; give a number, a string, a list or a dict")


def yaml_text(experiment: Mapping[str, Any]) -> str:
    """A line for each key, so that a message names the line of its key."""
    lines: list[str] = []
    add_lines(experiment, "", "", lines)
    return "\n".join(lines) + "\n"


def add_lines(entries: Mapping[str, Any], indent: str, path: str, lines: list[str]) -> None:
    for name, value in entries.items():
        key = str(name)
        whole = f"{path}.{key}" if path else key
        shown = key if _PLAIN_KEY.match(key) else json.dumps(key, ensure_ascii=False)
        if isinstance(value, Mapping) and value:
            lines.append(f"{indent}{shown}:")
            add_lines(value, indent + "  ", whole, lines)
        else:
            lines.append(f"{indent}{shown}: {flow_text(value, whole)}")

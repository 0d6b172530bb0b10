"""Replies: objects that read their fields from JSON and keep unknown ones."""

from __future__ import annotations

import datetime as dt
import sys
from contextlib import suppress
from typing import Any, ClassVar, TypeVar

from ._failures import RawResponse


class Model:
    """A reply. It has attributes for its fields, and `model["name"]` for all, as the JSON has them."""

    #: What reads fields, lists and maps: the class of an object, or a function of a text.
    _shapes: ClassVar[dict[str, str]] = {}
    _maps: ClassVar[dict[str, str]] = {}

    def __init__(self, data: dict[str, Any], raw_response: RawResponse | None = None) -> None:
        self._data = data
        #: The response that this reply was read from: status, headers and body.
        self.raw_response = raw_response

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        field = name.rstrip("_")
        if field not in self._data:
            if name in self.__annotations__:
                return None
            raise AttributeError(f"{type(self).__name__} has no field {field}")
        value = self._data[field]
        if field in self._maps and isinstance(value, dict):
            shape = self._reader(self._maps[field])
            return {key: _read(each, shape) for key, each in value.items()}
        if field in self._shapes:
            return _read(value, self._reader(self._shapes[field]))
        return value

    def __getitem__(self, name: str) -> Any:
        return self._data[name]

    def __repr__(self) -> str:
        # Shows no more than the id: fields can be personal or secret.
        return f"<{type(self).__name__} {self._data.get('id', '')}".rstrip() + ">"

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON of the reply, with fields that this version lacks."""
        return self._data

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.__annotations__]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._data == self._data

    @classmethod
    def _reader(cls, name: str) -> Any:
        return _DATES.get(name) or getattr(sys.modules[cls.__module__], name)


def _read(value: Any, reader: Any) -> Any:
    # A value of another kind is kept as it is.
    if isinstance(value, list):
        return [_read(each, reader) for each in value]
    return reader(value) if isinstance(value, dict if isinstance(reader, type) else str) else value


def instant(text: str) -> dt.datetime | str:
    with suppress(ValueError):
        found = dt.datetime.fromisoformat(text)
        # An instant without a zone could not be compared with others.
        return found if found.tzinfo else text
    return text


def day(text: str) -> dt.date | str:
    with suppress(ValueError):
        return dt.date.fromisoformat(text)
    return text


_DATES = {"instant": instant, "day": day}


class UnknownEvent(Model):
    """An event of a type that this version does not know."""

    id: str
    type: str
    created_at: dt.datetime
    data: dict[str, Any]
    _shapes: ClassVar[dict[str, str]] = {"created_at": "instant"}


M = TypeVar("M", bound=Model)

"""Replies: objects that read their fields from JSON and keep unknown ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from ._failures import RawResponse


class Model:
    """A reply. It has attributes for its fields, and `model["name"]` for all."""

    #: The classes of fields with objects, lists of objects and maps of objects.
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
            shape = self._class(self._maps[field])
            return {key: _read(each, shape) for key, each in value.items()}
        if field in self._shapes:
            return _read(value, self._class(self._shapes[field]))
        return value

    def __getitem__(self, name: str) -> Any:
        return self._data[name]

    def __repr__(self) -> str:
        """Shows no more than the id: fields can be personal or secret."""
        return f"<{type(self).__name__} {self._data.get('id', '')}>"

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON of the reply, with fields that this version lacks."""
        return self._data

    @classmethod
    def _class(cls, name: str) -> type[Model]:
        found: type[Model] = getattr(sys.modules[cls.__module__], name)
        return found


def _read(value: Any, shape: type[Model]) -> Any:
    if isinstance(value, list):
        return [_read(each, shape) for each in value]
    return shape(value) if isinstance(value, dict) else value


class UnknownEvent(Model):
    """An event of a type that this version does not know."""

    id: str
    type: str
    created_at: str
    data: dict[str, Any]


T = TypeVar("T", bound=Model)


class Page(Model, Generic[T]):
    """One page of a list. Iterating fetches the pages after it as needed.

    With `ending_before`, it fetches the previous pages and returns the objects in reverse.
    """

    has_more: bool
    total_count: int

    def __init__(
        self,
        data: dict[str, Any],
        raw_response: RawResponse | None,
        item: type[T],
        cursor: str,
        after: Callable[[str], Page[T]],
        is_reversed: bool,
    ) -> None:
        super().__init__(data, raw_response)
        self._cursor, self._after, self._is_reversed = cursor, after, is_reversed
        self.data: list[T] = [item(each) for each in data["data"]]

    def __iter__(self) -> Iterator[T]:
        page = self
        while True:
            items = page.data[::-1] if self._is_reversed else page.data
            yield from items
            if not (page.has_more and items):
                return
            page = page._after(items[-1][self._cursor])

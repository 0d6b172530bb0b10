"""Separates a field that is left out from one that is null."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final


class NotGiven(Enum):
    """The type of `NOT_GIVEN`."""

    NOT_GIVEN = "NOT_GIVEN"

    def __repr__(self) -> str:
        return self.value

    def __bool__(self) -> bool:
        return False


#: The default of optional fields: a field with it is not sent. `None` is sent as null.
NOT_GIVEN: Final = NotGiven.NOT_GIVEN


def given(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that the caller gave."""
    return {name: value for name, value in fields.items() if value is not NOT_GIVEN}

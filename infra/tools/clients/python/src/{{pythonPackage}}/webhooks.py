"""Verifies webhook requests and returns their events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._model import UnknownEvent
from ._types import EVENTS, WebhookEvent
from ._webhooks import verified


def unwrap(
    body: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300.0,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies both signatures of the raw body and its age, and returns the typed event."""
    event = verified(body, headers, secret, tolerance, now)
    return EVENTS.get(event["type"], UnknownEvent)(event)

"""Verifies consent receipts offline. The standard library has no Ed25519, so this has the check of RFC 8032."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from ._failures import ServiceError

# Exactly this header is signed. Another order or member is another token.
_HEADER = re.compile(rb'\{"alg":"EdDSA","typ":"consent-receipt\+jwt","kid":"([\w-]{43})"\}', re.ASCII)


class ReceiptError(ServiceError):
    """A text that is no consent receipt of the service, or is not the one that was asked for."""


def verify_receipt(
    receipt: str,
    keys: Mapping[str, Any],
    *,
    issuer: str | None = None,
    text: str | None = None,
) -> dict[str, Any]:
    """
    Verifies a receipt with the key set of `/.well-known/jwks.json` and returns its claims. Its identity is its
    `jti`, never its text. `issuer` is the service's address, and `text` the words that it must be of.
    """
    parts = [_decoded(part) for part in receipt.split(".")] if isinstance(receipt, str) else []
    if len(parts) != 3 or not all(parts) or len(parts[2]) != 64:
        raise ReceiptError("The text is no receipt: it must be three parts in strict base64url.")
    header, payload, signature = parts
    found = _HEADER.fullmatch(header)
    if not found:
        raise ReceiptError("The header is not that of a receipt.")
    kid = found[1].decode()
    jwk: Mapping[str, Any] = next((each for each in keys["keys"] if each.get("kid") == kid), {})
    is_ours = jwk.get("kty") == "OKP" and jwk.get("crv") == "Ed25519"
    key = _decoded(str(jwk.get("x"))) if is_ours else b""
    if len(key) != 32:
        raise ReceiptError("The key set has no key with the receipt's kid. Fetch it anew.")
    if not _is_signed(key, receipt.rpartition(".")[0].encode(), signature):
        raise ReceiptError("The signature does not match: a changed receipt, or another key.")
    claims: dict[str, Any] = json.loads(payload)
    if issuer is not None and claims.get("iss") != issuer:
        raise ReceiptError("The receipt is of another service.")
    if text is not None and claims.get("text_sha256") != hashlib.sha256(text.encode()).hexdigest():
        raise ReceiptError("The receipt is of other words, or of another version of them.")
    return claims


def _decoded(text: str) -> bytes:
    # Empty where the text is not the one that encoding the bytes gives.
    if not re.fullmatch(r"[\w-]+", text, re.ASCII) or len(text) % 4 == 1:
        return b""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if base64.urlsafe_b64encode(data).rstrip(b"=") == text.encode() else b""


# Everything here is public, so its duration may depend on the values.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_Point = tuple[int, int, int, int]


def _point(encoded: bytes) -> _Point | None:
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else _P - x
    return x, y, 1, x * y % _P


def _added(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = _added(total, point)
        point = _added(point, point)
        factor >>= 1
    return total


def _is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    base, public, commitment = _point(_BASE), _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if not (base and public and commitment) or scalar >= _L:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    left = _times(scalar, base)
    right = _added(commitment, _times(int.from_bytes(digest, "little") % _L, public))
    same_x = (left[0] * right[2] - right[0] * left[2]) % _P == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % _P == 0


_BASE = (4 * pow(5, -1, _P) % _P).to_bytes(32, "little")

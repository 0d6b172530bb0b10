"""Prints what the library says of each receipt, and PyJWT where it is installed: a line of base64 fields each."""

import base64
import json
import sys

from portable_roth import ReceiptError, verify_receipt

try:
    import jwt
except ImportError:
    jwt = None


def foreign(receipt: str, keys: str) -> str:
    if jwt is None:
        return "absent"
    try:
        kid = jwt.get_unverified_header(receipt)["kid"]
        key = jwt.PyJWKSet.from_json(keys)[kid]
        jwt.decode(receipt, key, algorithms=["EdDSA"], options={"verify_iat": False})
        return "yes"
    except Exception:
        return "no"


for line in sys.stdin.read().splitlines():
    receipt, keys, issuer, text = (base64.b64decode(part).decode() for part in line.split(","))
    try:
        claims = verify_receipt(receipt, json.loads(keys), issuer=issuer or None, text=text or None)
        said = f"ok {claims['jti']}"
    except ReceiptError as error:
        said = str(error)
    print(f"{foreign(receipt, keys)}\t{said}")

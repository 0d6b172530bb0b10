from http.server import BaseHTTPRequestHandler, HTTPServer

from {{pythonPackage}} import WebhookSignatureError, webhooks

# The endpoint's secret, which its registration returned.
SECRET = "{{secret}}"

# The last sequence of each payout. Keep it in your database, beside the payout.
applied = {}


def is_stale(event):
    """Is the event older than one about the same payout that was applied?"""
    if not event.type.startswith("payment."):
        return False
    payout = event.data
    if payout.sequence <= applied.get(payout.id, 0):
        return True
    applied[payout.id] = payout.sequence
    return False


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = webhooks.unwrap(body, self.headers, SECRET)
            print("stale" if is_stale(event) else event.type, flush=True)
            self.send_response(204)
        except WebhookSignatureError:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", 4000), Receiver).serve_forever()

from http.server import BaseHTTPRequestHandler, HTTPServer

from {{pythonPackage}} import WebhookSignatureError, webhooks

# The endpoint's secret, which its registration returned.
SECRET = "{{secret}}"


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = webhooks.unwrap(body, self.headers, SECRET)
            print(event.type, flush=True)
            self.send_response(204)
        except WebhookSignatureError:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", 4000), Receiver).serve_forever()

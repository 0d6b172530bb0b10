import os

from flask import Flask, request
from verifier import verify
from werkzeug.serving import make_server

app = Flask(__name__)


@app.post("/<way>")
def receive(way):
    body = request.get_data() if way == "bytes" else request.get_data(as_text=True).encode()
    return "", 204 if verify(os.environ["SECRET"], request.headers, body) else 400


server = make_server("127.0.0.1", 0, app)
print(server.server_port, flush=True)
server.serve_forever()

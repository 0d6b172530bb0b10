"""Reads sent.json with a generated client. Prints each body that the client refuses, then their number."""

import importlib, json

models = importlib.import_module("client.models")
by_name = {name.lower(): model for name, model in vars(models).items() if hasattr(model, "from_dict")}
bodies = json.load(open("sent.json"))
for one in bodies:
    try:
        by_name[one["schema"].lower()].from_dict(one["body"])
    except Exception as fault:
        print(one["operation"], one["schema"], repr(fault).replace("\n", " "))
print("read", len(bodies))

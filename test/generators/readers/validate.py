"""Prints each value of cases.json that jsonschema refuses, and why."""
import json
from jsonschema import Draft202012Validator, FormatChecker

given = json.load(open("cases.json"))
for case in given["cases"]:
    schema = {**case["schema"], "components": given["components"][case["document"]]}
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    for value in case["values"]:
        for error in validator.iter_errors(value):
            print(f"{case['title']}: {json.dumps(value)[:120]}: {error.message[:120]}")

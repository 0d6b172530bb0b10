"""Runs samples in turn and prints what each one printed. With a name: runs that sample alone."""

import contextlib
import io
import json
import pathlib
import runpy
import sys
import traceback

folder, *only = sys.argv[1:]
if only:
    runpy.run_path(f"{folder}/{only[0]}.py", run_name="__main__")
    sys.exit()
printed = {}
for path in pathlib.Path(folder).glob("*.py"):
    if path.stem in ("follow", "signup", "webhooks"):
        continue
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            runpy.run_path(str(path), run_name="__main__")
        except Exception:
            print("failed:", traceback.format_exc())
    printed[path.stem] = output.getvalue().strip()
print(json.dumps(printed))

"""Checks rule packs against docs/rule-pack.schema.json: those of the program, and those in a folder, of which bad-*.toml must be
refused. Exit code 77: a package is missing."""
import glob
import json
import os
import sys

try:
    import jsonschema
    try:
        import tomllib
    except ImportError:
        import tomli as tomllib
except ImportError:
    sys.exit(77)


def main(source, folder):
    with open(os.path.join(source, "docs", "rule-pack.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    packs = glob.glob(os.path.join(source, "resources", "rules", "*.toml")) + glob.glob(os.path.join(folder, "*.toml"))
    wrong = 0
    for pack in sorted(packs):
        with open(pack, "rb") as file:
            errors = [error.json_path + ": " + error.message for error in validator.iter_errors(tomllib.load(file))]
        if bool(errors) != os.path.basename(pack).startswith("bad-"):
            print(pack, "was accepted" if not errors else "\n  ".join(errors)[:2000])
            wrong += 1
    return 1 if wrong or len(packs) < 6 else 0


sys.exit(main(sys.argv[1], sys.argv[2]))

"""Rocport's harness: runs a function or a model on a node and writes down what happened.

    python3 harness.pyz ACTION --plan plan.json [--out results]
    python3 harness.pyz convert FILE.pt [--out results]

Actions: load, capture, compare, stability, program, convert. What was asked for is in the plan; what was found is
appended to OUT/harness.jsonl, a line of JSON for each thing, as soon as it is known. Needs Python 3.8 and,
but for `program`, torch. Exit status: 0 all checks passed, 1 one failed, 2 wrong usage.
"""

import argparse
import os
import sys

if sys.version_info < (3, 8):
    sys.stderr.write("The harness needs Python 3.8 or newer; this is %s.\n" % sys.version.split()[0])
    sys.exit(2)

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)


def main(arguments):
    from rocport_harness import children, cases, parent, plans

    parser = argparse.ArgumentParser(prog="harness.pyz", description=__doc__.split("\n")[0])
    parser.add_argument("action", choices=plans.ACTIONS)
    parser.add_argument("files", nargs="*", help="files to convert")
    parser.add_argument("--plan")
    parser.add_argument("--out", default="results")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        plan = plans.read(options.action, options.plan, options.files)
    except plans.PlanError as error:
        sys.stderr.write("harness: %s\n" % error)
        return 2
    os.makedirs(options.out, exist_ok=True)
    if options.child is not None:
        return cases.run_child(plan, options.out, options.child)
    return parent.run(plan, options.out, children.command(sys.argv[0], arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

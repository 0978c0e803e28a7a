"""Parts of Rocport's harness."""

FORMAT = 1

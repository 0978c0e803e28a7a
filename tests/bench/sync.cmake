# Sources to a node.
rocport_bench(sync rocport_remote)
